/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

/** "Private, static, final", before: SkeinPrivate with a method that could be overridden. */
public class SkeinPublic extends Skein {
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
            x1 = rotated(x1, 46) ^ x0;
            x2 += x3;
            x3 = rotated(x3, 36) ^ x2;
            x4 += x5;
            x5 = rotated(x5, 19) ^ x4;
            x6 += x7;
            x7 = rotated(x7, 37) ^ x6;
            x2 += x1;
            x1 = rotated(x1, 33) ^ x2;
            x4 += x7;
            x7 = rotated(x7, 27) ^ x4;
            x6 += x5;
            x5 = rotated(x5, 14) ^ x6;
            x0 += x3;
            x3 = rotated(x3, 42) ^ x0;
            x4 += x1;
            x1 = rotated(x1, 17) ^ x4;
            x6 += x3;
            x3 = rotated(x3, 49) ^ x6;
            x0 += x5;
            x5 = rotated(x5, 36) ^ x0;
            x2 += x7;
            x7 = rotated(x7, 39) ^ x2;
            x6 += x1;
            x1 = rotated(x1, 44) ^ x6;
            x0 += x7;
            x7 = rotated(x7, 9) ^ x0;
            x2 += x5;
            x5 = rotated(x5, 54) ^ x2;
            x4 += x3;
            x3 = rotated(x3, 56) ^ x4;
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
            x1 = rotated(x1, 39) ^ x0;
            x2 += x3;
            x3 = rotated(x3, 30) ^ x2;
            x4 += x5;
            x5 = rotated(x5, 34) ^ x4;
            x6 += x7;
            x7 = rotated(x7, 24) ^ x6;
            x2 += x1;
            x1 = rotated(x1, 13) ^ x2;
            x4 += x7;
            x7 = rotated(x7, 50) ^ x4;
            x6 += x5;
            x5 = rotated(x5, 10) ^ x6;
            x0 += x3;
            x3 = rotated(x3, 17) ^ x0;
            x4 += x1;
            x1 = rotated(x1, 25) ^ x4;
            x6 += x3;
            x3 = rotated(x3, 29) ^ x6;
            x0 += x5;
            x5 = rotated(x5, 39) ^ x0;
            x2 += x7;
            x7 = rotated(x7, 43) ^ x2;
            x6 += x1;
            x1 = rotated(x1, 8) ^ x6;
            x0 += x7;
            x7 = rotated(x7, 35) ^ x0;
            x2 += x5;
            x5 = rotated(x5, 56) ^ x2;
            x4 += x3;
            x3 = rotated(x3, 22) ^ x4;
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

    public long rotated(long x, int by) {
        return x << by | x >>> 64 - by;
    }
}
