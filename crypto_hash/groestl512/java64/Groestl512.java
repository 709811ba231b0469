/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl512.java64;

import crypto_hash.groestl256.java64.Groestl;
import crypto_hash.groestl256.java64.Table;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The rounds of Grøstl on 16 columns: a column is eight bytes x[8 j] to x[8 j + 7]. */
public abstract class Groestl512 extends Groestl {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long[] T = Table.make();

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     */
    protected Groestl512(String algorithm, int digestBytes) {
        super(algorithm, digestBytes, 16, 14);
    }

    @Override
    protected final void roundP(byte[] y, byte[] x, int i) {
        WORD.set(y, 0, T[(x[0] ^ i) & 0xff] ^ T[(x[9] & 0xff) + 0x100]
                ^ T[(x[18] & 0xff) + 0x200] ^ T[(x[27] & 0xff) + 0x300]
                ^ T[(x[36] & 0xff) + 0x400] ^ T[(x[45] & 0xff) + 0x500]
                ^ T[(x[54] & 0xff) + 0x600] ^ T[(x[95] & 0xff) + 0x700]);
        WORD.set(y, 8, T[(x[8] ^ i ^ 0x10) & 0xff] ^ T[(x[17] & 0xff) + 0x100]
                ^ T[(x[26] & 0xff) + 0x200] ^ T[(x[35] & 0xff) + 0x300]
                ^ T[(x[44] & 0xff) + 0x400] ^ T[(x[53] & 0xff) + 0x500]
                ^ T[(x[62] & 0xff) + 0x600] ^ T[(x[103] & 0xff) + 0x700]);
        WORD.set(y, 16, T[(x[16] ^ i ^ 0x20) & 0xff] ^ T[(x[25] & 0xff) + 0x100]
                ^ T[(x[34] & 0xff) + 0x200] ^ T[(x[43] & 0xff) + 0x300]
                ^ T[(x[52] & 0xff) + 0x400] ^ T[(x[61] & 0xff) + 0x500]
                ^ T[(x[70] & 0xff) + 0x600] ^ T[(x[111] & 0xff) + 0x700]);
        WORD.set(y, 24, T[(x[24] ^ i ^ 0x30) & 0xff] ^ T[(x[33] & 0xff) + 0x100]
                ^ T[(x[42] & 0xff) + 0x200] ^ T[(x[51] & 0xff) + 0x300]
                ^ T[(x[60] & 0xff) + 0x400] ^ T[(x[69] & 0xff) + 0x500]
                ^ T[(x[78] & 0xff) + 0x600] ^ T[(x[119] & 0xff) + 0x700]);
        WORD.set(y, 32, T[(x[32] ^ i ^ 0x40) & 0xff] ^ T[(x[41] & 0xff) + 0x100]
                ^ T[(x[50] & 0xff) + 0x200] ^ T[(x[59] & 0xff) + 0x300]
                ^ T[(x[68] & 0xff) + 0x400] ^ T[(x[77] & 0xff) + 0x500]
                ^ T[(x[86] & 0xff) + 0x600] ^ T[(x[127] & 0xff) + 0x700]);
        WORD.set(y, 40, T[(x[40] ^ i ^ 0x50) & 0xff] ^ T[(x[49] & 0xff) + 0x100]
                ^ T[(x[58] & 0xff) + 0x200] ^ T[(x[67] & 0xff) + 0x300]
                ^ T[(x[76] & 0xff) + 0x400] ^ T[(x[85] & 0xff) + 0x500]
                ^ T[(x[94] & 0xff) + 0x600] ^ T[(x[7] & 0xff) + 0x700]);
        WORD.set(y, 48, T[(x[48] ^ i ^ 0x60) & 0xff] ^ T[(x[57] & 0xff) + 0x100]
                ^ T[(x[66] & 0xff) + 0x200] ^ T[(x[75] & 0xff) + 0x300]
                ^ T[(x[84] & 0xff) + 0x400] ^ T[(x[93] & 0xff) + 0x500]
                ^ T[(x[102] & 0xff) + 0x600] ^ T[(x[15] & 0xff) + 0x700]);
        WORD.set(y, 56, T[(x[56] ^ i ^ 0x70) & 0xff] ^ T[(x[65] & 0xff) + 0x100]
                ^ T[(x[74] & 0xff) + 0x200] ^ T[(x[83] & 0xff) + 0x300]
                ^ T[(x[92] & 0xff) + 0x400] ^ T[(x[101] & 0xff) + 0x500]
                ^ T[(x[110] & 0xff) + 0x600] ^ T[(x[23] & 0xff) + 0x700]);
        WORD.set(y, 64, T[(x[64] ^ i ^ 0x80) & 0xff] ^ T[(x[73] & 0xff) + 0x100]
                ^ T[(x[82] & 0xff) + 0x200] ^ T[(x[91] & 0xff) + 0x300]
                ^ T[(x[100] & 0xff) + 0x400] ^ T[(x[109] & 0xff) + 0x500]
                ^ T[(x[118] & 0xff) + 0x600] ^ T[(x[31] & 0xff) + 0x700]);
        WORD.set(y, 72, T[(x[72] ^ i ^ 0x90) & 0xff] ^ T[(x[81] & 0xff) + 0x100]
                ^ T[(x[90] & 0xff) + 0x200] ^ T[(x[99] & 0xff) + 0x300]
                ^ T[(x[108] & 0xff) + 0x400] ^ T[(x[117] & 0xff) + 0x500]
                ^ T[(x[126] & 0xff) + 0x600] ^ T[(x[39] & 0xff) + 0x700]);
        WORD.set(y, 80, T[(x[80] ^ i ^ 0xa0) & 0xff] ^ T[(x[89] & 0xff) + 0x100]
                ^ T[(x[98] & 0xff) + 0x200] ^ T[(x[107] & 0xff) + 0x300]
                ^ T[(x[116] & 0xff) + 0x400] ^ T[(x[125] & 0xff) + 0x500]
                ^ T[(x[6] & 0xff) + 0x600] ^ T[(x[47] & 0xff) + 0x700]);
        WORD.set(y, 88, T[(x[88] ^ i ^ 0xb0) & 0xff] ^ T[(x[97] & 0xff) + 0x100]
                ^ T[(x[106] & 0xff) + 0x200] ^ T[(x[115] & 0xff) + 0x300]
                ^ T[(x[124] & 0xff) + 0x400] ^ T[(x[5] & 0xff) + 0x500]
                ^ T[(x[14] & 0xff) + 0x600] ^ T[(x[55] & 0xff) + 0x700]);
        WORD.set(y, 96, T[(x[96] ^ i ^ 0xc0) & 0xff] ^ T[(x[105] & 0xff) + 0x100]
                ^ T[(x[114] & 0xff) + 0x200] ^ T[(x[123] & 0xff) + 0x300]
                ^ T[(x[4] & 0xff) + 0x400] ^ T[(x[13] & 0xff) + 0x500]
                ^ T[(x[22] & 0xff) + 0x600] ^ T[(x[63] & 0xff) + 0x700]);
        WORD.set(y, 104, T[(x[104] ^ i ^ 0xd0) & 0xff] ^ T[(x[113] & 0xff) + 0x100]
                ^ T[(x[122] & 0xff) + 0x200] ^ T[(x[3] & 0xff) + 0x300]
                ^ T[(x[12] & 0xff) + 0x400] ^ T[(x[21] & 0xff) + 0x500]
                ^ T[(x[30] & 0xff) + 0x600] ^ T[(x[71] & 0xff) + 0x700]);
        WORD.set(y, 112, T[(x[112] ^ i ^ 0xe0) & 0xff] ^ T[(x[121] & 0xff) + 0x100]
                ^ T[(x[2] & 0xff) + 0x200] ^ T[(x[11] & 0xff) + 0x300]
                ^ T[(x[20] & 0xff) + 0x400] ^ T[(x[29] & 0xff) + 0x500]
                ^ T[(x[38] & 0xff) + 0x600] ^ T[(x[79] & 0xff) + 0x700]);
        WORD.set(y, 120, T[(x[120] ^ i ^ 0xf0) & 0xff] ^ T[(x[1] & 0xff) + 0x100]
                ^ T[(x[10] & 0xff) + 0x200] ^ T[(x[19] & 0xff) + 0x300]
                ^ T[(x[28] & 0xff) + 0x400] ^ T[(x[37] & 0xff) + 0x500]
                ^ T[(x[46] & 0xff) + 0x600] ^ T[(x[87] & 0xff) + 0x700]);
    }

    @Override
    protected final void roundQ(byte[] y, byte[] x, int i) {
        WORD.set(y, 0, ~(T[x[8] & 0xff] ^ T[(x[25] & 0xff) + 0x100]
                ^ T[(x[42] & 0xff) + 0x200] ^ T[(x[91] & 0xff) + 0x300]
                ^ T[(x[4] & 0xff) + 0x400] ^ T[(x[21] & 0xff) + 0x500]
                ^ T[(x[38] & 0xff) + 0x600] ^ T[((x[55] ^ i ^ 0x60) & 0xff) + 0x700]));
        WORD.set(y, 8, ~(T[x[16] & 0xff] ^ T[(x[33] & 0xff) + 0x100]
                ^ T[(x[50] & 0xff) + 0x200] ^ T[(x[99] & 0xff) + 0x300]
                ^ T[(x[12] & 0xff) + 0x400] ^ T[(x[29] & 0xff) + 0x500]
                ^ T[(x[46] & 0xff) + 0x600] ^ T[((x[63] ^ i ^ 0x70) & 0xff) + 0x700]));
        WORD.set(y, 16, ~(T[x[24] & 0xff] ^ T[(x[41] & 0xff) + 0x100]
                ^ T[(x[58] & 0xff) + 0x200] ^ T[(x[107] & 0xff) + 0x300]
                ^ T[(x[20] & 0xff) + 0x400] ^ T[(x[37] & 0xff) + 0x500]
                ^ T[(x[54] & 0xff) + 0x600] ^ T[((x[71] ^ i ^ 0x80) & 0xff) + 0x700]));
        WORD.set(y, 24, ~(T[x[32] & 0xff] ^ T[(x[49] & 0xff) + 0x100]
                ^ T[(x[66] & 0xff) + 0x200] ^ T[(x[115] & 0xff) + 0x300]
                ^ T[(x[28] & 0xff) + 0x400] ^ T[(x[45] & 0xff) + 0x500]
                ^ T[(x[62] & 0xff) + 0x600] ^ T[((x[79] ^ i ^ 0x90) & 0xff) + 0x700]));
        WORD.set(y, 32, ~(T[x[40] & 0xff] ^ T[(x[57] & 0xff) + 0x100]
                ^ T[(x[74] & 0xff) + 0x200] ^ T[(x[123] & 0xff) + 0x300]
                ^ T[(x[36] & 0xff) + 0x400] ^ T[(x[53] & 0xff) + 0x500]
                ^ T[(x[70] & 0xff) + 0x600] ^ T[((x[87] ^ i ^ 0xa0) & 0xff) + 0x700]));
        WORD.set(y, 40, ~(T[x[48] & 0xff] ^ T[(x[65] & 0xff) + 0x100]
                ^ T[(x[82] & 0xff) + 0x200] ^ T[(x[3] & 0xff) + 0x300]
                ^ T[(x[44] & 0xff) + 0x400] ^ T[(x[61] & 0xff) + 0x500]
                ^ T[(x[78] & 0xff) + 0x600] ^ T[((x[95] ^ i ^ 0xb0) & 0xff) + 0x700]));
        WORD.set(y, 48, ~(T[x[56] & 0xff] ^ T[(x[73] & 0xff) + 0x100]
                ^ T[(x[90] & 0xff) + 0x200] ^ T[(x[11] & 0xff) + 0x300]
                ^ T[(x[52] & 0xff) + 0x400] ^ T[(x[69] & 0xff) + 0x500]
                ^ T[(x[86] & 0xff) + 0x600] ^ T[((x[103] ^ i ^ 0xc0) & 0xff) + 0x700]));
        WORD.set(y, 56, ~(T[x[64] & 0xff] ^ T[(x[81] & 0xff) + 0x100]
                ^ T[(x[98] & 0xff) + 0x200] ^ T[(x[19] & 0xff) + 0x300]
                ^ T[(x[60] & 0xff) + 0x400] ^ T[(x[77] & 0xff) + 0x500]
                ^ T[(x[94] & 0xff) + 0x600] ^ T[((x[111] ^ i ^ 0xd0) & 0xff) + 0x700]));
        WORD.set(y, 64, ~(T[x[72] & 0xff] ^ T[(x[89] & 0xff) + 0x100]
                ^ T[(x[106] & 0xff) + 0x200] ^ T[(x[27] & 0xff) + 0x300]
                ^ T[(x[68] & 0xff) + 0x400] ^ T[(x[85] & 0xff) + 0x500]
                ^ T[(x[102] & 0xff) + 0x600] ^ T[((x[119] ^ i ^ 0xe0) & 0xff) + 0x700]));
        WORD.set(y, 72, ~(T[x[80] & 0xff] ^ T[(x[97] & 0xff) + 0x100]
                ^ T[(x[114] & 0xff) + 0x200] ^ T[(x[35] & 0xff) + 0x300]
                ^ T[(x[76] & 0xff) + 0x400] ^ T[(x[93] & 0xff) + 0x500]
                ^ T[(x[110] & 0xff) + 0x600] ^ T[((x[127] ^ i ^ 0xf0) & 0xff) + 0x700]));
        WORD.set(y, 80, ~(T[x[88] & 0xff] ^ T[(x[105] & 0xff) + 0x100]
                ^ T[(x[122] & 0xff) + 0x200] ^ T[(x[43] & 0xff) + 0x300]
                ^ T[(x[84] & 0xff) + 0x400] ^ T[(x[101] & 0xff) + 0x500]
                ^ T[(x[118] & 0xff) + 0x600] ^ T[((x[7] ^ i) & 0xff) + 0x700]));
        WORD.set(y, 88, ~(T[x[96] & 0xff] ^ T[(x[113] & 0xff) + 0x100]
                ^ T[(x[2] & 0xff) + 0x200] ^ T[(x[51] & 0xff) + 0x300]
                ^ T[(x[92] & 0xff) + 0x400] ^ T[(x[109] & 0xff) + 0x500]
                ^ T[(x[126] & 0xff) + 0x600] ^ T[((x[15] ^ i ^ 0x10) & 0xff) + 0x700]));
        WORD.set(y, 96, ~(T[x[104] & 0xff] ^ T[(x[121] & 0xff) + 0x100]
                ^ T[(x[10] & 0xff) + 0x200] ^ T[(x[59] & 0xff) + 0x300]
                ^ T[(x[100] & 0xff) + 0x400] ^ T[(x[117] & 0xff) + 0x500]
                ^ T[(x[6] & 0xff) + 0x600] ^ T[((x[23] ^ i ^ 0x20) & 0xff) + 0x700]));
        WORD.set(y, 104, ~(T[x[112] & 0xff] ^ T[(x[1] & 0xff) + 0x100]
                ^ T[(x[18] & 0xff) + 0x200] ^ T[(x[67] & 0xff) + 0x300]
                ^ T[(x[108] & 0xff) + 0x400] ^ T[(x[125] & 0xff) + 0x500]
                ^ T[(x[14] & 0xff) + 0x600] ^ T[((x[31] ^ i ^ 0x30) & 0xff) + 0x700]));
        WORD.set(y, 112, ~(T[x[120] & 0xff] ^ T[(x[9] & 0xff) + 0x100]
                ^ T[(x[26] & 0xff) + 0x200] ^ T[(x[75] & 0xff) + 0x300]
                ^ T[(x[116] & 0xff) + 0x400] ^ T[(x[5] & 0xff) + 0x500]
                ^ T[(x[22] & 0xff) + 0x600] ^ T[((x[39] ^ i ^ 0x40) & 0xff) + 0x700]));
        WORD.set(y, 120, ~(T[x[0] & 0xff] ^ T[(x[17] & 0xff) + 0x100]
                ^ T[(x[34] & 0xff) + 0x200] ^ T[(x[83] & 0xff) + 0x300]
                ^ T[(x[124] & 0xff) + 0x400] ^ T[(x[13] & 0xff) + 0x500]
                ^ T[(x[30] & 0xff) + 0x600] ^ T[((x[47] ^ i ^ 0x50) & 0xff) + 0x700]));
    }
}
