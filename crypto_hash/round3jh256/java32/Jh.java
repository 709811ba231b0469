/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh256.java32;

import crypto_hash.round3jh256.java.JhDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * JH in bit-sliced form on words of 32 bits. Each of the eight words of 128 bits is four slices,
 * which meet only in the swaps of distance 32 and 64. So six rounds of a slice are a method, and
 * the seventh is another: eight words at once are all that a 32-bit machine can hold, if not all in
 * registers. Those two swaps are a choice of the odd words that the next call gets.
 *
 * <p>All steps work on bits of equal index or exchange bits whose indices differ in one binary
 * digit, so the words may be little-endian. Words x4, x5 and x7 are kept complemented: that spares
 * a complement in each S-box, and L leaves just these three complemented again.
 */
public abstract class Jh extends JhDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** For each slice the words x0, x2, x4, x6, then x1, x3, x5, x7. */
    private int[] x = new int[32];

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param iv the initial value in big-endian words; it is only read
     */
    protected Jh(String algorithm, int digestBytes, long[] iv) {
        super(algorithm, digestBytes, iv);
        start();
    }

    @Override
    protected final void set(int i, long word) {
        x[place(2 * i)] = complement(i) ^ (int) word;
        x[place(2 * i + 1)] = complement(i) ^ (int) (word >>> 32);
    }

    @Override
    protected final long get(int i) {
        long low = (complement(i) ^ x[place(2 * i)]) & 0xffffffffL;
        return low | (long) (complement(i) ^ x[place(2 * i + 1)]) << 32;
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Jh copy = (Jh) super.clone();
        copy.x = x.clone();
        return copy;
    }

    /** Where in x word i of 32 bits of the state's byte sequence is. */
    private static int place(int i) {
        return i % 4 * 8 + i / 4 % 2 * 4 + i / 8;
    }

    /** For word i of 64 bits. */
    private static int complement(int i) {
        int k = i / 2;
        return k == 4 || k == 5 || k == 7 ? -1 : 0;
    }

    @Override
    protected final void f8(byte[] in, int offset) {
        int[] x = this.x;
        for (int i = 0; i < 16; i++) {
            x[place(i)] ^= (int) WORD.get(in, offset + 4 * i);
        }
        int swapped = 0;
        for (int c = 0; c < 84; c += 14) {
            for (int j = 0; j < 4; j++) {
                Rounds.six(x, 8 * j, 8 * (j ^ swapped) + 4, 84 * j + c);
            }
            swapped ^= 1;
            for (int j = 0; j < 4; j++) {
                Rounds.seventh(x, 8 * j, 8 * (j ^ swapped) + 4, 84 * j + c + 12);
            }
            swapped ^= 2;
        }
        for (int i = 0; i < 16; i++) {
            x[place(16 + i)] ^= (int) WORD.get(in, offset + 4 * i);
        }
    }
}
