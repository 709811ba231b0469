/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.java64;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The rounds of Grøstl on 8 columns: a column is eight bytes x[8 j] to x[8 j + 7]. */
public abstract class Groestl256 extends Groestl {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     */
    protected Groestl256(String algorithm, int digestBytes) {
        super(algorithm, digestBytes, 8, 10);
    }

    @Override
    protected final void roundP(byte[] y, byte[] x, int i) {
        WORD.set(y, 0, column(x[0] ^ i, x[9], x[18], x[27],
                x[36], x[45], x[54], x[63]));
        WORD.set(y, 8, column(x[8] ^ i ^ 0x10, x[17], x[26], x[35],
                x[44], x[53], x[62], x[7]));
        WORD.set(y, 16, column(x[16] ^ i ^ 0x20, x[25], x[34], x[43],
                x[52], x[61], x[6], x[15]));
        WORD.set(y, 24, column(x[24] ^ i ^ 0x30, x[33], x[42], x[51],
                x[60], x[5], x[14], x[23]));
        WORD.set(y, 32, column(x[32] ^ i ^ 0x40, x[41], x[50], x[59],
                x[4], x[13], x[22], x[31]));
        WORD.set(y, 40, column(x[40] ^ i ^ 0x50, x[49], x[58], x[3],
                x[12], x[21], x[30], x[39]));
        WORD.set(y, 48, column(x[48] ^ i ^ 0x60, x[57], x[2], x[11],
                x[20], x[29], x[38], x[47]));
        WORD.set(y, 56, column(x[56] ^ i ^ 0x70, x[1], x[10], x[19],
                x[28], x[37], x[46], x[55]));
    }

    @Override
    protected final void roundQ(byte[] y, byte[] x, int i) {
        WORD.set(y, 0, ~column(x[8], x[25], x[42], x[59],
                x[4], x[21], x[38], x[55] ^ i ^ 0x60));
        WORD.set(y, 8, ~column(x[16], x[33], x[50], x[3],
                x[12], x[29], x[46], x[63] ^ i ^ 0x70));
        WORD.set(y, 16, ~column(x[24], x[41], x[58], x[11],
                x[20], x[37], x[54], x[7] ^ i));
        WORD.set(y, 24, ~column(x[32], x[49], x[2], x[19],
                x[28], x[45], x[62], x[15] ^ i ^ 0x10));
        WORD.set(y, 32, ~column(x[40], x[57], x[10], x[27],
                x[36], x[53], x[6], x[23] ^ i ^ 0x20));
        WORD.set(y, 40, ~column(x[48], x[1], x[18], x[35],
                x[44], x[61], x[14], x[31] ^ i ^ 0x30));
        WORD.set(y, 48, ~column(x[56], x[9], x[26], x[43],
                x[52], x[5], x[22], x[39] ^ i ^ 0x40));
        WORD.set(y, 56, ~column(x[0], x[17], x[34], x[51],
                x[60], x[13], x[30], x[47] ^ i ^ 0x50));
    }
}
