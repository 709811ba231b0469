/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl512.java64;

import crypto_hash.groestl256.java64.Groestl;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The rounds of Grøstl on 16 columns: a column is eight bytes x[8 j] to x[8 j + 7]. */
public abstract class Groestl512 extends Groestl {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     */
    protected Groestl512(String algorithm, int digestBytes) {
        super(algorithm, digestBytes, 16, 14);
    }

    @Override
    protected final void roundP(byte[] y, byte[] x, int i) {
        WORD.set(y, 0, column(x[0] ^ i, x[9], x[18], x[27],
                x[36], x[45], x[54], x[95]));
        WORD.set(y, 8, column(x[8] ^ i ^ 0x10, x[17], x[26], x[35],
                x[44], x[53], x[62], x[103]));
        WORD.set(y, 16, column(x[16] ^ i ^ 0x20, x[25], x[34], x[43],
                x[52], x[61], x[70], x[111]));
        WORD.set(y, 24, column(x[24] ^ i ^ 0x30, x[33], x[42], x[51],
                x[60], x[69], x[78], x[119]));
        WORD.set(y, 32, column(x[32] ^ i ^ 0x40, x[41], x[50], x[59],
                x[68], x[77], x[86], x[127]));
        WORD.set(y, 40, column(x[40] ^ i ^ 0x50, x[49], x[58], x[67],
                x[76], x[85], x[94], x[7]));
        WORD.set(y, 48, column(x[48] ^ i ^ 0x60, x[57], x[66], x[75],
                x[84], x[93], x[102], x[15]));
        WORD.set(y, 56, column(x[56] ^ i ^ 0x70, x[65], x[74], x[83],
                x[92], x[101], x[110], x[23]));
        WORD.set(y, 64, column(x[64] ^ i ^ 0x80, x[73], x[82], x[91],
                x[100], x[109], x[118], x[31]));
        WORD.set(y, 72, column(x[72] ^ i ^ 0x90, x[81], x[90], x[99],
                x[108], x[117], x[126], x[39]));
        WORD.set(y, 80, column(x[80] ^ i ^ 0xa0, x[89], x[98], x[107],
                x[116], x[125], x[6], x[47]));
        WORD.set(y, 88, column(x[88] ^ i ^ 0xb0, x[97], x[106], x[115],
                x[124], x[5], x[14], x[55]));
        WORD.set(y, 96, column(x[96] ^ i ^ 0xc0, x[105], x[114], x[123],
                x[4], x[13], x[22], x[63]));
        WORD.set(y, 104, column(x[104] ^ i ^ 0xd0, x[113], x[122], x[3],
                x[12], x[21], x[30], x[71]));
        WORD.set(y, 112, column(x[112] ^ i ^ 0xe0, x[121], x[2], x[11],
                x[20], x[29], x[38], x[79]));
        WORD.set(y, 120, column(x[120] ^ i ^ 0xf0, x[1], x[10], x[19],
                x[28], x[37], x[46], x[87]));
    }

    @Override
    protected final void roundQ(byte[] y, byte[] x, int i) {
        WORD.set(y, 0, ~column(x[8], x[25], x[42], x[91],
                x[4], x[21], x[38], x[55] ^ i ^ 0x60));
        WORD.set(y, 8, ~column(x[16], x[33], x[50], x[99],
                x[12], x[29], x[46], x[63] ^ i ^ 0x70));
        WORD.set(y, 16, ~column(x[24], x[41], x[58], x[107],
                x[20], x[37], x[54], x[71] ^ i ^ 0x80));
        WORD.set(y, 24, ~column(x[32], x[49], x[66], x[115],
                x[28], x[45], x[62], x[79] ^ i ^ 0x90));
        WORD.set(y, 32, ~column(x[40], x[57], x[74], x[123],
                x[36], x[53], x[70], x[87] ^ i ^ 0xa0));
        WORD.set(y, 40, ~column(x[48], x[65], x[82], x[3],
                x[44], x[61], x[78], x[95] ^ i ^ 0xb0));
        WORD.set(y, 48, ~column(x[56], x[73], x[90], x[11],
                x[52], x[69], x[86], x[103] ^ i ^ 0xc0));
        WORD.set(y, 56, ~column(x[64], x[81], x[98], x[19],
                x[60], x[77], x[94], x[111] ^ i ^ 0xd0));
        WORD.set(y, 64, ~column(x[72], x[89], x[106], x[27],
                x[68], x[85], x[102], x[119] ^ i ^ 0xe0));
        WORD.set(y, 72, ~column(x[80], x[97], x[114], x[35],
                x[76], x[93], x[110], x[127] ^ i ^ 0xf0));
        WORD.set(y, 80, ~column(x[88], x[105], x[122], x[43],
                x[84], x[101], x[118], x[7] ^ i));
        WORD.set(y, 88, ~column(x[96], x[113], x[2], x[51],
                x[92], x[109], x[126], x[15] ^ i ^ 0x10));
        WORD.set(y, 96, ~column(x[104], x[121], x[10], x[59],
                x[100], x[117], x[6], x[23] ^ i ^ 0x20));
        WORD.set(y, 104, ~column(x[112], x[1], x[18], x[67],
                x[108], x[125], x[14], x[31] ^ i ^ 0x30));
        WORD.set(y, 112, ~column(x[120], x[9], x[26], x[75],
                x[116], x[5], x[22], x[39] ^ i ^ 0x40));
        WORD.set(y, 120, ~column(x[0], x[17], x[34], x[83],
                x[124], x[13], x[30], x[47] ^ i ^ 0x50));
    }
}
