/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

/** "Tables: [8][256] to [2048]", before: an array of arrays. */
public final class GroestlDeep extends Groestl {
    private static final long[][] T = new long[8][256];

    static {
        for (int x = 0; x < 256; x++) {
            for (int row = 0; row < 8; row++) {
                T[row][x] = Long.rotateRight(entry(x), 8 * row);
            }
        }
    }

    @Override
    protected void roundP(long[] y, long[] x) {
        for (int j = 0; j < 8; j++) {
            y[j] = T[0][(int) (x[j + 0 & 7] >>> 56) & 255] ^ T[1][(int) (x[j + 1 & 7] >>> 48) & 255]
                    ^ T[2][(int) (x[j + 2 & 7] >>> 40) & 255]
                    ^ T[3][(int) (x[j + 3 & 7] >>> 32) & 255]
                    ^ T[4][(int) (x[j + 4 & 7] >>> 24) & 255]
                    ^ T[5][(int) (x[j + 5 & 7] >>> 16) & 255]
                    ^ T[6][(int) (x[j + 6 & 7] >>> 8) & 255]
                    ^ T[7][(int) (x[j + 7 & 7] >>> 0) & 255];
        }
    }

    @Override
    protected void roundQ(long[] y, long[] x) {
        for (int j = 0; j < 8; j++) {
            y[j] = T[0][(int) (x[j + 1 & 7] >>> 56) & 255] ^ T[1][(int) (x[j + 3 & 7] >>> 48) & 255]
                    ^ T[2][(int) (x[j + 5 & 7] >>> 40) & 255]
                    ^ T[3][(int) (x[j + 7 & 7] >>> 32) & 255]
                    ^ T[4][(int) (x[j + 0 & 7] >>> 24) & 255]
                    ^ T[5][(int) (x[j + 2 & 7] >>> 16) & 255]
                    ^ T[6][(int) (x[j + 4 & 7] >>> 8) & 255]
                    ^ T[7][(int) (x[j + 6 & 7] >>> 0) & 255];
        }
    }
}
