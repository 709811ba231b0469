/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.java64;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The rounds of Grøstl on 8 columns: a column is eight bytes x[8 j] to x[8 j + 7]. */
public abstract class Groestl256 extends Groestl {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long[] T = Table.make();

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     */
    protected Groestl256(String algorithm, int digestBytes) {
        super(algorithm, digestBytes, 8, 10);
    }

    @Override
    protected final void roundP(byte[] y, byte[] x, int i) {
        WORD.set(y, 0, T[(x[0] ^ i) & 0xff] ^ T[(x[9] & 0xff) + 0x100]
                ^ T[(x[18] & 0xff) + 0x200] ^ T[(x[27] & 0xff) + 0x300]
                ^ T[(x[36] & 0xff) + 0x400] ^ T[(x[45] & 0xff) + 0x500]
                ^ T[(x[54] & 0xff) + 0x600] ^ T[(x[63] & 0xff) + 0x700]);
        WORD.set(y, 8, T[(x[8] ^ i ^ 0x10) & 0xff] ^ T[(x[17] & 0xff) + 0x100]
                ^ T[(x[26] & 0xff) + 0x200] ^ T[(x[35] & 0xff) + 0x300]
                ^ T[(x[44] & 0xff) + 0x400] ^ T[(x[53] & 0xff) + 0x500]
                ^ T[(x[62] & 0xff) + 0x600] ^ T[(x[7] & 0xff) + 0x700]);
        WORD.set(y, 16, T[(x[16] ^ i ^ 0x20) & 0xff] ^ T[(x[25] & 0xff) + 0x100]
                ^ T[(x[34] & 0xff) + 0x200] ^ T[(x[43] & 0xff) + 0x300]
                ^ T[(x[52] & 0xff) + 0x400] ^ T[(x[61] & 0xff) + 0x500]
                ^ T[(x[6] & 0xff) + 0x600] ^ T[(x[15] & 0xff) + 0x700]);
        WORD.set(y, 24, T[(x[24] ^ i ^ 0x30) & 0xff] ^ T[(x[33] & 0xff) + 0x100]
                ^ T[(x[42] & 0xff) + 0x200] ^ T[(x[51] & 0xff) + 0x300]
                ^ T[(x[60] & 0xff) + 0x400] ^ T[(x[5] & 0xff) + 0x500]
                ^ T[(x[14] & 0xff) + 0x600] ^ T[(x[23] & 0xff) + 0x700]);
        WORD.set(y, 32, T[(x[32] ^ i ^ 0x40) & 0xff] ^ T[(x[41] & 0xff) + 0x100]
                ^ T[(x[50] & 0xff) + 0x200] ^ T[(x[59] & 0xff) + 0x300]
                ^ T[(x[4] & 0xff) + 0x400] ^ T[(x[13] & 0xff) + 0x500]
                ^ T[(x[22] & 0xff) + 0x600] ^ T[(x[31] & 0xff) + 0x700]);
        WORD.set(y, 40, T[(x[40] ^ i ^ 0x50) & 0xff] ^ T[(x[49] & 0xff) + 0x100]
                ^ T[(x[58] & 0xff) + 0x200] ^ T[(x[3] & 0xff) + 0x300]
                ^ T[(x[12] & 0xff) + 0x400] ^ T[(x[21] & 0xff) + 0x500]
                ^ T[(x[30] & 0xff) + 0x600] ^ T[(x[39] & 0xff) + 0x700]);
        WORD.set(y, 48, T[(x[48] ^ i ^ 0x60) & 0xff] ^ T[(x[57] & 0xff) + 0x100]
                ^ T[(x[2] & 0xff) + 0x200] ^ T[(x[11] & 0xff) + 0x300]
                ^ T[(x[20] & 0xff) + 0x400] ^ T[(x[29] & 0xff) + 0x500]
                ^ T[(x[38] & 0xff) + 0x600] ^ T[(x[47] & 0xff) + 0x700]);
        WORD.set(y, 56, T[(x[56] ^ i ^ 0x70) & 0xff] ^ T[(x[1] & 0xff) + 0x100]
                ^ T[(x[10] & 0xff) + 0x200] ^ T[(x[19] & 0xff) + 0x300]
                ^ T[(x[28] & 0xff) + 0x400] ^ T[(x[37] & 0xff) + 0x500]
                ^ T[(x[46] & 0xff) + 0x600] ^ T[(x[55] & 0xff) + 0x700]);
    }

    @Override
    protected final void roundQ(byte[] y, byte[] x, int i) {
        WORD.set(y, 0, ~(T[x[8] & 0xff] ^ T[(x[25] & 0xff) + 0x100]
                ^ T[(x[42] & 0xff) + 0x200] ^ T[(x[59] & 0xff) + 0x300]
                ^ T[(x[4] & 0xff) + 0x400] ^ T[(x[21] & 0xff) + 0x500]
                ^ T[(x[38] & 0xff) + 0x600] ^ T[((x[55] ^ i ^ 0x60) & 0xff) + 0x700]));
        WORD.set(y, 8, ~(T[x[16] & 0xff] ^ T[(x[33] & 0xff) + 0x100]
                ^ T[(x[50] & 0xff) + 0x200] ^ T[(x[3] & 0xff) + 0x300]
                ^ T[(x[12] & 0xff) + 0x400] ^ T[(x[29] & 0xff) + 0x500]
                ^ T[(x[46] & 0xff) + 0x600] ^ T[((x[63] ^ i ^ 0x70) & 0xff) + 0x700]));
        WORD.set(y, 16, ~(T[x[24] & 0xff] ^ T[(x[41] & 0xff) + 0x100]
                ^ T[(x[58] & 0xff) + 0x200] ^ T[(x[11] & 0xff) + 0x300]
                ^ T[(x[20] & 0xff) + 0x400] ^ T[(x[37] & 0xff) + 0x500]
                ^ T[(x[54] & 0xff) + 0x600] ^ T[((x[7] ^ i) & 0xff) + 0x700]));
        WORD.set(y, 24, ~(T[x[32] & 0xff] ^ T[(x[49] & 0xff) + 0x100]
                ^ T[(x[2] & 0xff) + 0x200] ^ T[(x[19] & 0xff) + 0x300]
                ^ T[(x[28] & 0xff) + 0x400] ^ T[(x[45] & 0xff) + 0x500]
                ^ T[(x[62] & 0xff) + 0x600] ^ T[((x[15] ^ i ^ 0x10) & 0xff) + 0x700]));
        WORD.set(y, 32, ~(T[x[40] & 0xff] ^ T[(x[57] & 0xff) + 0x100]
                ^ T[(x[10] & 0xff) + 0x200] ^ T[(x[27] & 0xff) + 0x300]
                ^ T[(x[36] & 0xff) + 0x400] ^ T[(x[53] & 0xff) + 0x500]
                ^ T[(x[6] & 0xff) + 0x600] ^ T[((x[23] ^ i ^ 0x20) & 0xff) + 0x700]));
        WORD.set(y, 40, ~(T[x[48] & 0xff] ^ T[(x[1] & 0xff) + 0x100]
                ^ T[(x[18] & 0xff) + 0x200] ^ T[(x[35] & 0xff) + 0x300]
                ^ T[(x[44] & 0xff) + 0x400] ^ T[(x[61] & 0xff) + 0x500]
                ^ T[(x[14] & 0xff) + 0x600] ^ T[((x[31] ^ i ^ 0x30) & 0xff) + 0x700]));
        WORD.set(y, 48, ~(T[x[56] & 0xff] ^ T[(x[9] & 0xff) + 0x100]
                ^ T[(x[26] & 0xff) + 0x200] ^ T[(x[43] & 0xff) + 0x300]
                ^ T[(x[52] & 0xff) + 0x400] ^ T[(x[5] & 0xff) + 0x500]
                ^ T[(x[22] & 0xff) + 0x600] ^ T[((x[39] ^ i ^ 0x40) & 0xff) + 0x700]));
        WORD.set(y, 56, ~(T[x[0] & 0xff] ^ T[(x[17] & 0xff) + 0x100]
                ^ T[(x[34] & 0xff) + 0x200] ^ T[(x[51] & 0xff) + 0x300]
                ^ T[(x[60] & 0xff) + 0x400] ^ T[(x[13] & 0xff) + 0x500]
                ^ T[(x[30] & 0xff) + 0x600] ^ T[((x[47] ^ i ^ 0x50) & 0xff) + 0x700]));
    }
}
