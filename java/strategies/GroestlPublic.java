/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

/** "Private, static, final", before: GroestlMethod with a method that could be overridden. */
public class GroestlPublic extends Groestl {
    private static final long[] T = new long[2048];

    static {
        for (int x = 0; x < 256; x++) {
            for (int row = 0; row < 8; row++) {
                T[256 * row + x] = Long.rotateRight(entry(x), 8 * row);
            }
        }
    }

    @Override
    protected void roundP(long[] y, long[] x) {
        for (int j = 0; j < 8; j++) {
            y[j] = columnP(x, j);
        }
    }

    public long columnP(long[] x, int j) {
        return T[0 + ((int) (x[j + 0 & 7] >>> 56) & 255)]
                ^ T[256 + ((int) (x[j + 1 & 7] >>> 48) & 255)]
                ^ T[512 + ((int) (x[j + 2 & 7] >>> 40) & 255)]
                ^ T[768 + ((int) (x[j + 3 & 7] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[j + 4 & 7] >>> 24) & 255)]
                ^ T[1280 + ((int) (x[j + 5 & 7] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[j + 6 & 7] >>> 8) & 255)]
                ^ T[1792 + ((int) (x[j + 7 & 7] >>> 0) & 255)];
    }

    @Override
    protected void roundQ(long[] y, long[] x) {
        for (int j = 0; j < 8; j++) {
            y[j] = columnQ(x, j);
        }
    }

    public long columnQ(long[] x, int j) {
        return T[0 + ((int) (x[j + 1 & 7] >>> 56) & 255)]
                ^ T[256 + ((int) (x[j + 3 & 7] >>> 48) & 255)]
                ^ T[512 + ((int) (x[j + 5 & 7] >>> 40) & 255)]
                ^ T[768 + ((int) (x[j + 7 & 7] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[j + 0 & 7] >>> 24) & 255)]
                ^ T[1280 + ((int) (x[j + 2 & 7] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[j + 4 & 7] >>> 8) & 255)]
                ^ T[1792 + ((int) (x[j + 6 & 7] >>> 0) & 255)];
    }
}
