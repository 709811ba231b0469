/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake256.javavector;

import static crypto_hash.blake256.java.Blake256Constants.*;

import digest.InitialValues;
import digest.PaddedInts;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;

/**
 * BLAKE-256 with a vector for each row of the state: four 32-bit words, 128 bits. The diagonals
 * come into columns by rotating three of the rows, all but the one that the next step waits for.
 *
 * <p>The message words of all rounds are put in order first, xored with their constants, and read
 * as vectors later. HotSpot keeps vectors in registers as long as it translates everything that
 * handles them as one method, and that ends at about forty operations: hence a loop over rounds.
 */
public final class Hash extends PaddedInts {
    private static final VectorShuffle<Integer> LEFT_1 = left(1);
    private static final VectorShuffle<Integer> LEFT_2 = left(2);
    private static final VectorShuffle<Integer> LEFT_3 = left(3);

    // the words of round r, a row of columns or diagonals after the other, from 16 r on
    private int[] x = new int[16 * 14];
    private int[] lower = new int[8]; // the two lower rows before the first round

    public Hash() {
        super("BLAKE-256", InitialValues.of256(), 32, 1);
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
        int m0 = (int) WORDS.get(in, offset);
        int m1 = (int) WORDS.get(in, offset + 4);
        int m2 = (int) WORDS.get(in, offset + 8);
        int m3 = (int) WORDS.get(in, offset + 12);
        int m4 = (int) WORDS.get(in, offset + 16);
        int m5 = (int) WORDS.get(in, offset + 20);
        int m6 = (int) WORDS.get(in, offset + 24);
        int m7 = (int) WORDS.get(in, offset + 28);
        int m8 = (int) WORDS.get(in, offset + 32);
        int m9 = (int) WORDS.get(in, offset + 36);
        int m10 = (int) WORDS.get(in, offset + 40);
        int m11 = (int) WORDS.get(in, offset + 44);
        int m12 = (int) WORDS.get(in, offset + 48);
        int m13 = (int) WORDS.get(in, offset + 52);
        int m14 = (int) WORDS.get(in, offset + 56);
        int m15 = (int) WORDS.get(in, offset + 60);

        int low = (int) (counted << 3);
        int high = (int) (counted >>> 29);
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
        System.arraycopy(x, 0, x, 160, 16 * 14 - 160); // the permutations begin again

        rounds();
    }

    private void row(
            int at,
            int x0, int x1, int x2, int x3, int x4, int x5, int x6, int x7,
            int x8, int x9, int x10, int x11, int x12, int x13, int x14, int x15) {
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
        int[] x = this.x;
        int[] h = hash;
        IntVector a = IntVector.fromArray(IntVector.SPECIES_128, h, 0);
        IntVector b = IntVector.fromArray(IntVector.SPECIES_128, h, 4);
        IntVector c = IntVector.fromArray(IntVector.SPECIES_128, lower, 0);
        IntVector d = IntVector.fromArray(IntVector.SPECIES_128, lower, 4);

        for (int r = 0; r < 16 * 14; r += 16) {
            a = a.add(IntVector.fromArray(IntVector.SPECIES_128, x, r)).add(b);
            d = d.lanewise(VectorOperators.XOR, a).lanewise(VectorOperators.ROR, 16);
            c = c.add(d);
            b = b.lanewise(VectorOperators.XOR, c).lanewise(VectorOperators.ROR, 12);
            a = a.add(IntVector.fromArray(IntVector.SPECIES_128, x, r + 4)).add(b);
            d = d.lanewise(VectorOperators.XOR, a).lanewise(VectorOperators.ROR, 8);
            c = c.add(d);
            b = b.lanewise(VectorOperators.XOR, c).lanewise(VectorOperators.ROR, 7);

            a = a.rearrange(LEFT_3);
            c = c.rearrange(LEFT_1);
            d = d.rearrange(LEFT_2);
            a = a.add(IntVector.fromArray(IntVector.SPECIES_128, x, r + 8)).add(b);
            d = d.lanewise(VectorOperators.XOR, a).lanewise(VectorOperators.ROR, 16);
            c = c.add(d);
            b = b.lanewise(VectorOperators.XOR, c).lanewise(VectorOperators.ROR, 12);
            a = a.add(IntVector.fromArray(IntVector.SPECIES_128, x, r + 12)).add(b);
            d = d.lanewise(VectorOperators.XOR, a).lanewise(VectorOperators.ROR, 8);
            c = c.add(d);
            b = b.lanewise(VectorOperators.XOR, c).lanewise(VectorOperators.ROR, 7);
            a = a.rearrange(LEFT_1);
            c = c.rearrange(LEFT_3);
            d = d.rearrange(LEFT_2);
        }

        a.lanewise(VectorOperators.XOR, c)
                .lanewise(VectorOperators.XOR, IntVector.fromArray(IntVector.SPECIES_128, h, 0))
                .intoArray(h, 0);
        b.lanewise(VectorOperators.XOR, d)
                .lanewise(VectorOperators.XOR, IntVector.fromArray(IntVector.SPECIES_128, h, 4))
                .intoArray(h, 4);
    }

    private static VectorShuffle<Integer> left(int lanes) {
        return VectorShuffle.fromOp(IntVector.SPECIES_128, i -> i + lanes & 3);
    }
}
