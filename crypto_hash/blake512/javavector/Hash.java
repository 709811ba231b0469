/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake512.javavector;

import static crypto_hash.blake512.java.Blake512Constants.*;

import digest.InitialValues;
import digest.PaddedLongs;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;

/**
 * BLAKE-512 with a vector for each row of the state: four 64-bit words, 256 bits. The diagonals
 * come into columns by rotating three of the rows, all but the one that the next step waits for.
 *
 * <p>The message words of all rounds are put in order first, xored with their constants, and read
 * as vectors later. HotSpot keeps vectors in registers as long as it translates everything that
 * handles them as one method, and that ends at about forty operations: hence a loop over rounds.
 */
public final class Hash extends PaddedLongs {
    private static final VectorShuffle<Long> LEFT_1 = left(1);
    private static final VectorShuffle<Long> LEFT_2 = left(2);
    private static final VectorShuffle<Long> LEFT_3 = left(3);

    // the words of round r, a row of columns or diagonals after the other, from 16 r on
    private long[] x = new long[16 * 16];
    private long[] lower = new long[8]; // the two lower rows before the first round

    public Hash() {
        super("BLAKE-512", InitialValues.of512(), 64, 1);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Hash copy = (Hash) super.clone();
        copy.x = x.clone();
        copy.lower = lower.clone();
        return copy;
    }

    @Override
    protected void compress(byte[] in, int offset, long counted) {
        long m0 = (long) WORDS.get(in, offset);
        long m1 = (long) WORDS.get(in, offset + 8);
        long m2 = (long) WORDS.get(in, offset + 16);
        long m3 = (long) WORDS.get(in, offset + 24);
        long m4 = (long) WORDS.get(in, offset + 32);
        long m5 = (long) WORDS.get(in, offset + 40);
        long m6 = (long) WORDS.get(in, offset + 48);
        long m7 = (long) WORDS.get(in, offset + 56);
        long m8 = (long) WORDS.get(in, offset + 64);
        long m9 = (long) WORDS.get(in, offset + 72);
        long m10 = (long) WORDS.get(in, offset + 80);
        long m11 = (long) WORDS.get(in, offset + 88);
        long m12 = (long) WORDS.get(in, offset + 96);
        long m13 = (long) WORDS.get(in, offset + 104);
        long m14 = (long) WORDS.get(in, offset + 112);
        long m15 = (long) WORDS.get(in, offset + 120);

        long low = counted << 3;
        long high = counted >>> 61;
        lower[0] = C0;
        lower[1] = C1;
        lower[2] = C2;
        lower[3] = C3;
        lower[4] = low ^ C4;
        lower[5] = low ^ C5;
        lower[6] = high ^ C6;
        lower[7] = high ^ C7;

        row(0,
            m0 ^ C1, m2 ^ C3, m4 ^ C5, m6 ^ C7, m1 ^ C0, m3 ^ C2, m5 ^ C4, m7 ^ C6,
            m14 ^ C15, m8 ^ C9, m10 ^ C11, m12 ^ C13, m15 ^ C14, m9 ^ C8, m11 ^ C10, m13 ^ C12);
        row(16,
            m14 ^ C10, m4 ^ C8, m9 ^ C15, m13 ^ C6, m10 ^ C14, m8 ^ C4, m15 ^ C9, m6 ^ C13,
            m5 ^ C3, m1 ^ C12, m0 ^ C2, m11 ^ C7, m3 ^ C5, m12 ^ C1, m2 ^ C0, m7 ^ C11);
        row(32,
            m11 ^ C8, m12 ^ C0, m5 ^ C2, m15 ^ C13, m8 ^ C11, m0 ^ C12, m2 ^ C5, m13 ^ C15,
            m9 ^ C4, m10 ^ C14, m3 ^ C6, m7 ^ C1, m4 ^ C9, m14 ^ C10, m6 ^ C3, m1 ^ C7);
        row(48,
            m7 ^ C9, m3 ^ C1, m13 ^ C12, m11 ^ C14, m9 ^ C7, m1 ^ C3, m12 ^ C13, m14 ^ C11,
            m15 ^ C8, m2 ^ C6, m5 ^ C10, m4 ^ C0, m8 ^ C15, m6 ^ C2, m10 ^ C5, m0 ^ C4);
        row(64,
            m9 ^ C0, m5 ^ C7, m2 ^ C4, m10 ^ C15, m0 ^ C9, m7 ^ C5, m4 ^ C2, m15 ^ C10,
            m3 ^ C13, m14 ^ C1, m11 ^ C12, m6 ^ C8, m13 ^ C3, m1 ^ C14, m12 ^ C11, m8 ^ C6);
        row(80,
            m2 ^ C12, m6 ^ C10, m0 ^ C11, m8 ^ C3, m12 ^ C2, m10 ^ C6, m11 ^ C0, m3 ^ C8,
            m1 ^ C9, m4 ^ C13, m7 ^ C5, m15 ^ C14, m9 ^ C1, m13 ^ C4, m5 ^ C7, m14 ^ C15);
        row(96,
            m12 ^ C5, m1 ^ C15, m14 ^ C13, m4 ^ C10, m5 ^ C12, m15 ^ C1, m13 ^ C14, m10 ^ C4,
            m8 ^ C11, m0 ^ C7, m6 ^ C3, m9 ^ C2, m11 ^ C8, m7 ^ C0, m3 ^ C6, m2 ^ C9);
        row(112,
            m13 ^ C11, m7 ^ C14, m12 ^ C1, m3 ^ C9, m11 ^ C13, m14 ^ C7, m1 ^ C12, m9 ^ C3,
            m2 ^ C10, m5 ^ C0, m15 ^ C4, m8 ^ C6, m10 ^ C2, m0 ^ C5, m4 ^ C15, m6 ^ C8);
        row(128,
            m6 ^ C15, m14 ^ C9, m11 ^ C3, m0 ^ C8, m15 ^ C6, m9 ^ C14, m3 ^ C11, m8 ^ C0,
            m10 ^ C5, m12 ^ C2, m13 ^ C7, m1 ^ C4, m5 ^ C10, m2 ^ C12, m7 ^ C13, m4 ^ C1);
        row(144,
            m10 ^ C2, m8 ^ C4, m7 ^ C6, m1 ^ C5, m2 ^ C10, m4 ^ C8, m6 ^ C7, m5 ^ C1,
            m13 ^ C0, m15 ^ C11, m9 ^ C14, m3 ^ C12, m0 ^ C13, m11 ^ C15, m14 ^ C9, m12 ^ C3);
        System.arraycopy(x, 0, x, 160, 16 * 16 - 160); // the permutations begin again

        rounds();
    }

    private void row(
            int at,
            long x0, long x1, long x2, long x3, long x4, long x5, long x6, long x7,
            long x8, long x9, long x10, long x11, long x12, long x13, long x14, long x15) {
        x[at + 15] = x15;
        x[at + 14] = x14;
        x[at + 13] = x13;
        x[at + 12] = x12;
        x[at + 11] = x11;
        x[at + 10] = x10;
        x[at + 9] = x9;
        x[at + 8] = x8;
        x[at + 7] = x7;
        x[at + 6] = x6;
        x[at + 5] = x5;
        x[at + 4] = x4;
        x[at + 3] = x3;
        x[at + 2] = x2;
        x[at + 1] = x1;
        x[at] = x0;
    }

    private void rounds() {
        long[] x = this.x;
        long[] h = hash;
        LongVector a = LongVector.fromArray(LongVector.SPECIES_256, h, 0);
        LongVector b = LongVector.fromArray(LongVector.SPECIES_256, h, 4);
        LongVector c = LongVector.fromArray(LongVector.SPECIES_256, lower, 0);
        LongVector d = LongVector.fromArray(LongVector.SPECIES_256, lower, 4);

        for (int r = 0; r < 16 * 16; r += 16) {
            a = a.add(LongVector.fromArray(LongVector.SPECIES_256, x, r)).add(b);
            d = d.lanewise(VectorOperators.XOR, a).lanewise(VectorOperators.ROR, 32);
            c = c.add(d);
            b = b.lanewise(VectorOperators.XOR, c).lanewise(VectorOperators.ROR, 25);
            a = a.add(LongVector.fromArray(LongVector.SPECIES_256, x, r + 4)).add(b);
            d = d.lanewise(VectorOperators.XOR, a).lanewise(VectorOperators.ROR, 16);
            c = c.add(d);
            b = b.lanewise(VectorOperators.XOR, c).lanewise(VectorOperators.ROR, 11);

            a = a.rearrange(LEFT_3);
            c = c.rearrange(LEFT_1);
            d = d.rearrange(LEFT_2);
            a = a.add(LongVector.fromArray(LongVector.SPECIES_256, x, r + 8)).add(b);
            d = d.lanewise(VectorOperators.XOR, a).lanewise(VectorOperators.ROR, 32);
            c = c.add(d);
            b = b.lanewise(VectorOperators.XOR, c).lanewise(VectorOperators.ROR, 25);
            a = a.add(LongVector.fromArray(LongVector.SPECIES_256, x, r + 12)).add(b);
            d = d.lanewise(VectorOperators.XOR, a).lanewise(VectorOperators.ROR, 16);
            c = c.add(d);
            b = b.lanewise(VectorOperators.XOR, c).lanewise(VectorOperators.ROR, 11);
            a = a.rearrange(LEFT_1);
            c = c.rearrange(LEFT_3);
            d = d.rearrange(LEFT_2);
        }

        a.lanewise(VectorOperators.XOR, c)
                .lanewise(VectorOperators.XOR, LongVector.fromArray(LongVector.SPECIES_256, h, 0))
                .intoArray(h, 0);
        b.lanewise(VectorOperators.XOR, d)
                .lanewise(VectorOperators.XOR, LongVector.fromArray(LongVector.SPECIES_256, h, 4))
                .intoArray(h, 4);
    }

    private static VectorShuffle<Long> left(int lanes) {
        return VectorShuffle.fromOp(LongVector.SPECIES_256, i -> i + lanes & 3);
    }
}
