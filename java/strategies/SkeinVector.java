/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * "Words to vectors": the even words in a vector and the odd words in another; MIX is an operation
 * on both. Only the even words are permuted, because their vector is ready earlier, and so that
 * each word meets its partner: the odd words are in order or, in every other round, with lane j in
 * place -j. An iteration has four rounds and a subkey.
 */
public final class SkeinVector extends Skein {
    private static final VectorSpecies<Long> TWO = LongVector.SPECIES_128;
    private static final VectorSpecies<Long> FOUR = LongVector.SPECIES_256;
    private static final long[] LEFT = {46, 36, 19, 37, 33, 42, 14, 27, 17, 49, 36, 39, 44, 56, 54,
            9, 39, 30, 34, 24, 13, 17, 10, 50, 25, 29, 39, 43, 8, 22, 56, 35};
    private static final long[] RIGHT = {18, 28, 45, 27, 31, 22, 50, 37, 47, 15, 28, 25, 20, 8, 10,
            55, 25, 34, 30, 40, 51, 47, 54, 14, 39, 35, 25, 21, 56, 42, 8, 29};
    private static final VectorShuffle<Long> TO0 = VectorShuffle.fromOp(FOUR, i -> i ^ 1);
    private static final VectorShuffle<Long> TO1 = VectorShuffle.fromOp(FOUR, i -> i ^ 3);

    @Override
    protected void encrypt(long[] x) {
        long[] w = room;
        for (int i = 0; i < 4; i++) {
            w[i] = x[2 * i];
            w[4 + i] = x[2 * i + 1];
        }
        for (int s = 0, at = 8; s < 19; s++, at += 8) {
            for (int i = 0; i < 4; i++) {
                w[at + i] = k[s + 2 * i];
                w[at + 4 + i] = k[s + 2 * i + 1];
            }
            w[at + 3] += t[s + 1];
            w[at + 6] += t[s];
            w[at + 7] += s;
        }
        rounds(w);
        for (int i = 0; i < 4; i++) {
            x[2 * i] = w[i];
            x[2 * i + 1] = w[4 + i];
        }
    }

    /* w: both halves of x and then of all subkeys. */
    private static void rounds(long[] w) {
        LongVector e = LongVector.fromArray(FOUR, w, 0), o = LongVector.fromArray(FOUR, w, 4);
        for (int s = 0; s < 18; s++) {
            int at = 8 * s + 8, c = (s & 1) * 16;
            e = e.add(LongVector.fromArray(FOUR, w, at));
            o = o.add(LongVector.fromArray(FOUR, w, at + 4));
            e = e.add(o);
            o = o.lanewise(VectorOperators.LSHL, LongVector.fromArray(FOUR, LEFT, c + 0))
                    .or(o.lanewise(
                            VectorOperators.LSHR, LongVector.fromArray(FOUR, RIGHT, c + 0)))
                    .lanewise(VectorOperators.XOR, e);
            e = e.rearrange(TO0);
            e = e.add(o);
            o = o.lanewise(VectorOperators.LSHL, LongVector.fromArray(FOUR, LEFT, c + 4))
                    .or(o.lanewise(
                            VectorOperators.LSHR, LongVector.fromArray(FOUR, RIGHT, c + 4)))
                    .lanewise(VectorOperators.XOR, e);
            e = e.rearrange(TO1);
            e = e.add(o);
            o = o.lanewise(VectorOperators.LSHL, LongVector.fromArray(FOUR, LEFT, c + 8))
                    .or(o.lanewise(
                            VectorOperators.LSHR, LongVector.fromArray(FOUR, RIGHT, c + 8)))
                    .lanewise(VectorOperators.XOR, e);
            e = e.rearrange(TO0);
            e = e.add(o);
            o = o.lanewise(VectorOperators.LSHL, LongVector.fromArray(FOUR, LEFT, c + 12))
                    .or(o.lanewise(
                            VectorOperators.LSHR, LongVector.fromArray(FOUR, RIGHT, c + 12)))
                    .lanewise(VectorOperators.XOR, e);
            e = e.rearrange(TO1);
        }
        e.add(LongVector.fromArray(FOUR, w, 152)).intoArray(w, 0);
        o.add(LongVector.fromArray(FOUR, w, 156)).intoArray(w, 4);
    }
}
