/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import crypto_hash.round3jh256.java.Constants;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * "Words to vectors": S works on vectors of an even word and the odd word behind it, L and the swap
 * on vectors of a word. A round is two methods, and between them the state is in memory.
 */
public final class JhVector extends Jh {
    private static final VectorSpecies<Long> TWO = LongVector.SPECIES_128;
    private static final VectorSpecies<Long> FOUR = LongVector.SPECIES_256;
    private static final long[] C = new long[168], MASKS = new long[12];

    static {
        long[] c = Constants.longs();
        for (int i = 0; i < 42; i++) {
            for (int j = 0; j < 4; j++) {
                C[4 * i + j] = c[84 * (j & 1) + 2 * i + j / 2];
            }
        }
        for (int i = 0; i < 12; i++) {
            MASKS[i] = Long.divideUnsigned(-1, 1 + (1L << (1 << i / 2)));
        }
    }

    @Override
    protected void permute(long[] x) {
        for (int r = 0; r < 42; r += 7) {
            for (int i = 0; i < 7; i++) {
                round(x, 4 * (r + i), i);
            }
        }
    }

    private static void round(long[] x, int at, int i) {
        LongVector c = LongVector.fromArray(FOUR, C, at);
        LongVector m0 = LongVector.fromArray(FOUR, x, 0);
        LongVector m1 = LongVector.fromArray(FOUR, x, 4);
        LongVector m2 = LongVector.fromArray(FOUR, x, 8);
        LongVector m3 = LongVector.fromArray(FOUR, x, 12);
        m3 = m3.not();
        m0 = m0.lanewise(VectorOperators.XOR, c.lanewise(VectorOperators.AND_NOT, m2));
        LongVector t = c.lanewise(VectorOperators.XOR, m0.and(m1));
        m0 = m0.lanewise(VectorOperators.XOR, m2.and(m3));
        m3 = m3.lanewise(VectorOperators.XOR, m2.lanewise(VectorOperators.AND_NOT, m1));
        m1 = m1.lanewise(VectorOperators.XOR, m0.and(m2));
        m2 = m2.lanewise(VectorOperators.XOR, m0.lanewise(VectorOperators.AND_NOT, m3));
        m0 = m0.lanewise(VectorOperators.XOR, m1.or(m3));
        m3 = m3.lanewise(VectorOperators.XOR, m1.and(m2));
        m1 = m1.lanewise(VectorOperators.XOR, t.and(m0));
        m2 = m2.lanewise(VectorOperators.XOR, t);
        m0.intoArray(x, 0);
        m1.intoArray(x, 4);
        m2.intoArray(x, 8);
        m3.intoArray(x, 12);
        linear(x, i);
    }

    private static void linear(long[] x, int i) {
        LongVector a0 = LongVector.fromArray(TWO, x, 0);
        LongVector b0 = LongVector.fromArray(TWO, x, 2);
        LongVector a1 = LongVector.fromArray(TWO, x, 4);
        LongVector b1 = LongVector.fromArray(TWO, x, 6);
        LongVector a2 = LongVector.fromArray(TWO, x, 8);
        LongVector b2 = LongVector.fromArray(TWO, x, 10);
        LongVector a3 = LongVector.fromArray(TWO, x, 12);
        LongVector b3 = LongVector.fromArray(TWO, x, 14);
        b0 = b0.lanewise(VectorOperators.XOR, a1);
        b1 = b1.lanewise(VectorOperators.XOR, a2);
        b2 = b2.lanewise(VectorOperators.XOR, a0).lanewise(VectorOperators.XOR, a3);
        b3 = b3.lanewise(VectorOperators.XOR, a0);
        a0 = a0.lanewise(VectorOperators.XOR, b1);
        a1 = a1.lanewise(VectorOperators.XOR, b2);
        a2 = a2.lanewise(VectorOperators.XOR, b0).lanewise(VectorOperators.XOR, b3);
        a3 = a3.lanewise(VectorOperators.XOR, b0);
        a0.intoArray(x, 0);
        a1.intoArray(x, 4);
        a2.intoArray(x, 8);
        a3.intoArray(x, 12);
        if (i == 6) {
            b0.intoArray(x, 2);
            b1.intoArray(x, 6);
            b2.intoArray(x, 10);
            b3.intoArray(x, 14);
            for (int j = 2; j < 16; j += 4) {
                long y = x[j];
                x[j] = x[j + 1];
                x[j + 1] = y;
            }
        } else {
            int by = 1 << i;
            LongVector m = LongVector.fromArray(TWO, MASKS, 2 * i);
            b0.and(m)
                    .lanewise(VectorOperators.LSHL, by)
                    .or(b0.lanewise(VectorOperators.LSHR, by).and(m))
                    .intoArray(x, 2);
            b1.and(m)
                    .lanewise(VectorOperators.LSHL, by)
                    .or(b1.lanewise(VectorOperators.LSHR, by).and(m))
                    .intoArray(x, 6);
            b2.and(m)
                    .lanewise(VectorOperators.LSHL, by)
                    .or(b2.lanewise(VectorOperators.LSHR, by).and(m))
                    .intoArray(x, 10);
            b3.and(m)
                    .lanewise(VectorOperators.LSHL, by)
                    .or(b3.lanewise(VectorOperators.LSHR, by).and(m))
                    .intoArray(x, 14);
        }
    }
}
