/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh256.java64;

import crypto_hash.round3jh256.java.JhDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * JH in bit-sliced form on words of 64 bits. Each of the eight words of 128 bits is two halves,
 * which meet only in the swap of distance 64, once in seven rounds. So seven rounds of one half are
 * a method: its eight words and what a step needs fit the registers of a 64-bit machine, and the
 * swap between two calls is a choice of the odd words that the next call gets.
 *
 * <p>All steps work on bits of equal index or exchange bits whose indices differ in one binary
 * digit, so the words may be little-endian. Words x4, x5 and x7 are kept complemented: that spares
 * a complement in each S-box, and L leaves just these three complemented again.
 */
public abstract class Jh extends JhDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** For each half the words x0, x2, x4, x6, then x1, x3, x5, x7. */
    private long[] x = new long[16];

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
        x[place(i)] = complement(i) ^ word;
    }

    @Override
    protected final long get(int i) {
        return complement(i) ^ x[place(i)];
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Jh copy = (Jh) super.clone();
        copy.x = x.clone();
        return copy;
    }

    /** Where in x word i of the state's byte sequence is. */
    private static int place(int i) {
        return i % 2 * 8 + i / 2 % 2 * 4 + i / 4;
    }

    private static int complement(int i) {
        int k = i / 2;
        return k == 4 || k == 5 || k == 7 ? -1 : 0;
    }

    @Override
    protected final void f8(byte[] in, int offset) {
        long[] x = this.x;
        for (int i = 0; i < 8; i++) {
            x[place(i)] ^= (long) WORD.get(in, offset + 8 * i);
        }
        for (int i = 0; i < 6; i++) {
            int swapped = 8 * (i & 1);
            Rounds.seven(x, 0, 4 + swapped, 14 * i);
            Rounds.seven(x, 8, 12 - swapped, 84 + 14 * i);
        }
        for (int i = 0; i < 8; i++) {
            x[place(8 + i)] ^= (long) WORD.get(in, offset + 8 * i);
        }
    }
}
