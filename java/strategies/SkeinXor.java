/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

/**
 * "Rotations: XOR to OR", before: SkeinOr, but for the two shifts of a rotation, which XOR joins.
 */
public final class SkeinXor extends Skein {
    @Override
    protected void encrypt(long[] x) {
        long[] k = this.k, t = this.t;
        long x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
        for (int s = 0; s < 18; s += 2) {
            x0 += k[s + 0];
            x1 += k[s + 1];
            x2 += k[s + 2];
            x3 += k[s + 3];
            x4 += k[s + 4];
            x5 += k[s + 5];
            x6 += k[s + 6];
            x7 += k[s + 7];
            x5 += t[s + 0];
            x6 += t[s + 1];
            x7 += s + 0;
            x0 += x1;
            x1 = (x1 << 46 ^ x1 >>> 18) ^ x0;
            x2 += x3;
            x3 = (x3 << 36 ^ x3 >>> 28) ^ x2;
            x4 += x5;
            x5 = (x5 << 19 ^ x5 >>> 45) ^ x4;
            x6 += x7;
            x7 = (x7 << 37 ^ x7 >>> 27) ^ x6;
            x2 += x1;
            x1 = (x1 << 33 ^ x1 >>> 31) ^ x2;
            x4 += x7;
            x7 = (x7 << 27 ^ x7 >>> 37) ^ x4;
            x6 += x5;
            x5 = (x5 << 14 ^ x5 >>> 50) ^ x6;
            x0 += x3;
            x3 = (x3 << 42 ^ x3 >>> 22) ^ x0;
            x4 += x1;
            x1 = (x1 << 17 ^ x1 >>> 47) ^ x4;
            x6 += x3;
            x3 = (x3 << 49 ^ x3 >>> 15) ^ x6;
            x0 += x5;
            x5 = (x5 << 36 ^ x5 >>> 28) ^ x0;
            x2 += x7;
            x7 = (x7 << 39 ^ x7 >>> 25) ^ x2;
            x6 += x1;
            x1 = (x1 << 44 ^ x1 >>> 20) ^ x6;
            x0 += x7;
            x7 = (x7 << 9 ^ x7 >>> 55) ^ x0;
            x2 += x5;
            x5 = (x5 << 54 ^ x5 >>> 10) ^ x2;
            x4 += x3;
            x3 = (x3 << 56 ^ x3 >>> 8) ^ x4;
            x0 += k[s + 1];
            x1 += k[s + 2];
            x2 += k[s + 3];
            x3 += k[s + 4];
            x4 += k[s + 5];
            x5 += k[s + 6];
            x6 += k[s + 7];
            x7 += k[s + 8];
            x5 += t[s + 1];
            x6 += t[s + 2];
            x7 += s + 1;
            x0 += x1;
            x1 = (x1 << 39 ^ x1 >>> 25) ^ x0;
            x2 += x3;
            x3 = (x3 << 30 ^ x3 >>> 34) ^ x2;
            x4 += x5;
            x5 = (x5 << 34 ^ x5 >>> 30) ^ x4;
            x6 += x7;
            x7 = (x7 << 24 ^ x7 >>> 40) ^ x6;
            x2 += x1;
            x1 = (x1 << 13 ^ x1 >>> 51) ^ x2;
            x4 += x7;
            x7 = (x7 << 50 ^ x7 >>> 14) ^ x4;
            x6 += x5;
            x5 = (x5 << 10 ^ x5 >>> 54) ^ x6;
            x0 += x3;
            x3 = (x3 << 17 ^ x3 >>> 47) ^ x0;
            x4 += x1;
            x1 = (x1 << 25 ^ x1 >>> 39) ^ x4;
            x6 += x3;
            x3 = (x3 << 29 ^ x3 >>> 35) ^ x6;
            x0 += x5;
            x5 = (x5 << 39 ^ x5 >>> 25) ^ x0;
            x2 += x7;
            x7 = (x7 << 43 ^ x7 >>> 21) ^ x2;
            x6 += x1;
            x1 = (x1 << 8 ^ x1 >>> 56) ^ x6;
            x0 += x7;
            x7 = (x7 << 35 ^ x7 >>> 29) ^ x0;
            x2 += x5;
            x5 = (x5 << 56 ^ x5 >>> 8) ^ x2;
            x4 += x3;
            x3 = (x3 << 22 ^ x3 >>> 42) ^ x4;
        }
        x0 += k[18];
        x1 += k[19];
        x2 += k[20];
        x3 += k[21];
        x4 += k[22];
        x5 += k[23];
        x6 += k[24];
        x7 += k[25];
        x5 += t[18];
        x6 += t[19];
        x7 += 18;
        x[0] = x0;
        x[1] = x1;
        x[2] = x2;
        x[3] = x3;
        x[4] = x4;
        x[5] = x5;
        x[6] = x6;
        x[7] = x7;
    }
}
