/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * "Words to vectors": four of the five lanes of equal x in a vector, the fifth in a long. So chi
 * needs no permutation, and rho shifts by vectors. pi, which turns rows into columns, goes lane by
 * lane through memory (gathers take twice as long), where theta finds the lanes. A method has at
 * most about forty operations, as many as HotSpot inlines into one piece of code.
 */
public final class KeccakVector extends Keccak {
    private static final VectorSpecies<Long> TWO = LongVector.SPECIES_128;
    private static final VectorSpecies<Long> FOUR = LongVector.SPECIES_256;
    private static final long[] LEFT = {
            0, 36, 3, 41, 1, 44, 10, 45, 62, 6, 43, 15, 28, 55, 25, 21, 27, 20, 39, 8};
    private static final long[] RIGHT = {
            0, 28, 61, 23, 63, 20, 54, 19, 2, 58, 21, 49, 36, 9, 39, 43, 37, 44, 25, 56};
    private static final long[] IOTA = new long[96];

    static {
        for (int r = 0; r < 24; r++) {
            IOTA[4 * r] = RC[r];
        }
    }

    private final long[] s = new long[20];
    private final long[] b = new long[20];
    private final long[] d = new long[20];
    private final long[] f = new long[20];
    private final long[] g = new long[20];

    @Override
    protected void permute(long[] a) {
        s[0] = a[0];
        s[1] = a[5];
        s[2] = a[10];
        s[3] = a[15];
        s[4] = a[1];
        s[5] = a[6];
        s[6] = a[11];
        s[7] = a[16];
        s[8] = a[2];
        s[9] = a[7];
        s[10] = a[12];
        s[11] = a[17];
        s[12] = a[3];
        s[13] = a[8];
        s[14] = a[13];
        s[15] = a[18];
        s[16] = a[4];
        s[17] = a[9];
        s[18] = a[14];
        s[19] = a[19];
        f[0] = a[20];
        f[1] = a[21];
        f[2] = a[22];
        f[3] = a[23];
        f[4] = a[24];
        for (int r = 0; r < 24; r++) {
            thetaRho(s, b, f, g);
            pi(b, d);
            chiIota(b, d, s, g, f, r);
        }
        a[0] = s[0];
        a[5] = s[1];
        a[10] = s[2];
        a[15] = s[3];
        a[1] = s[4];
        a[6] = s[5];
        a[11] = s[6];
        a[16] = s[7];
        a[2] = s[8];
        a[7] = s[9];
        a[12] = s[10];
        a[17] = s[11];
        a[3] = s[12];
        a[8] = s[13];
        a[13] = s[14];
        a[18] = s[15];
        a[4] = s[16];
        a[9] = s[17];
        a[14] = s[18];
        a[19] = s[19];
        a[20] = f[0];
        a[21] = f[1];
        a[22] = f[2];
        a[23] = f[3];
        a[24] = f[4];
    }

    private static void thetaRho(long[] s, long[] b, long[] f, long[] g) {
        long f0 = f[0], c0 = s[0] ^ s[1] ^ s[2] ^ s[3] ^ f0;
        long f1 = f[1], c1 = s[4] ^ s[5] ^ s[6] ^ s[7] ^ f1;
        long f2 = f[2], c2 = s[8] ^ s[9] ^ s[10] ^ s[11] ^ f2;
        long f3 = f[3], c3 = s[12] ^ s[13] ^ s[14] ^ s[15] ^ f3;
        long f4 = f[4], c4 = s[16] ^ s[17] ^ s[18] ^ s[19] ^ f4;
        long d0 = c4 ^ Long.rotateLeft(c1, 1);
        LongVector v0 = LongVector.fromArray(FOUR, s, 0).lanewise(VectorOperators.XOR, d0);
        v0.lanewise(VectorOperators.LSHL, LongVector.fromArray(FOUR, LEFT, 0))
                .or(v0.lanewise(VectorOperators.LSHR, LongVector.fromArray(FOUR, RIGHT, 0)))
                .intoArray(b, 0);
        g[2] = Long.rotateLeft(f0 ^ d0, 18);
        long d1 = c0 ^ Long.rotateLeft(c2, 1);
        LongVector v1 = LongVector.fromArray(FOUR, s, 4).lanewise(VectorOperators.XOR, d1);
        v1.lanewise(VectorOperators.LSHL, LongVector.fromArray(FOUR, LEFT, 4))
                .or(v1.lanewise(VectorOperators.LSHR, LongVector.fromArray(FOUR, RIGHT, 4)))
                .intoArray(b, 4);
        g[4] = Long.rotateLeft(f1 ^ d1, 2);
        long d2 = c1 ^ Long.rotateLeft(c3, 1);
        LongVector v2 = LongVector.fromArray(FOUR, s, 8).lanewise(VectorOperators.XOR, d2);
        v2.lanewise(VectorOperators.LSHL, LongVector.fromArray(FOUR, LEFT, 8))
                .or(v2.lanewise(VectorOperators.LSHR, LongVector.fromArray(FOUR, RIGHT, 8)))
                .intoArray(b, 8);
        g[1] = Long.rotateLeft(f2 ^ d2, 61);
        long d3 = c2 ^ Long.rotateLeft(c4, 1);
        LongVector v3 = LongVector.fromArray(FOUR, s, 12).lanewise(VectorOperators.XOR, d3);
        v3.lanewise(VectorOperators.LSHL, LongVector.fromArray(FOUR, LEFT, 12))
                .or(v3.lanewise(VectorOperators.LSHR, LongVector.fromArray(FOUR, RIGHT, 12)))
                .intoArray(b, 12);
        g[3] = Long.rotateLeft(f3 ^ d3, 56);
        long d4 = c3 ^ Long.rotateLeft(c0, 1);
        LongVector v4 = LongVector.fromArray(FOUR, s, 16).lanewise(VectorOperators.XOR, d4);
        v4.lanewise(VectorOperators.LSHL, LongVector.fromArray(FOUR, LEFT, 16))
                .or(v4.lanewise(VectorOperators.LSHR, LongVector.fromArray(FOUR, RIGHT, 16)))
                .intoArray(b, 16);
        g[0] = Long.rotateLeft(f4 ^ d4, 14);
    }

    private static void pi(long[] b, long[] d) {
        d[0] = b[0];
        d[1] = b[12];
        d[2] = b[4];
        d[3] = b[16];
        d[4] = b[5];
        d[5] = b[17];
        d[6] = b[9];
        d[7] = b[1];
        d[8] = b[10];
        d[9] = b[2];
        d[10] = b[14];
        d[11] = b[6];
        d[12] = b[15];
        d[13] = b[7];
        d[14] = b[19];
        d[15] = b[11];
    }

    private static void chiIota(long[] b, long[] d, long[] s, long[] g, long[] f, int r) {
        LongVector v0 = LongVector.fromArray(FOUR, d, 0);
        long f0 = b[8];
        LongVector v1 = LongVector.fromArray(FOUR, d, 4);
        long f1 = b[13];
        LongVector v2 = LongVector.fromArray(FOUR, d, 8);
        long f2 = b[18];
        LongVector v3 = LongVector.fromArray(FOUR, d, 12);
        long f3 = b[3];
        LongVector v4 = LongVector.fromArray(FOUR, g, 0);
        long f4 = g[4];
        v0.lanewise(VectorOperators.XOR, v2.lanewise(VectorOperators.AND_NOT, v1))
                .lanewise(VectorOperators.XOR, LongVector.fromArray(FOUR, IOTA, 4 * r))
                .intoArray(s, 0);
        f[0] = f0 ^ ~f1 & f2;
        v1.lanewise(VectorOperators.XOR, v3.lanewise(VectorOperators.AND_NOT, v2)).intoArray(s, 4);
        f[1] = f1 ^ ~f2 & f3;
        v2.lanewise(VectorOperators.XOR, v4.lanewise(VectorOperators.AND_NOT, v3)).intoArray(s, 8);
        f[2] = f2 ^ ~f3 & f4;
        v3.lanewise(VectorOperators.XOR, v0.lanewise(VectorOperators.AND_NOT, v4)).intoArray(s, 12);
        f[3] = f3 ^ ~f4 & f0;
        v4.lanewise(VectorOperators.XOR, v1.lanewise(VectorOperators.AND_NOT, v0)).intoArray(s, 16);
        f[4] = f4 ^ ~f0 & f1;
    }
}
