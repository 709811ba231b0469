/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

/** "Fewer local variables", before: a column's method has one for each word that it looks up. */
public final class GroestlLocals extends Groestl {
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

    private static long columnP(long[] x, int j) {
        long t0 = T[0 + ((int) (x[j + 0 & 7] >>> 56) & 255)];
        long t1 = T[256 + ((int) (x[j + 1 & 7] >>> 48) & 255)];
        long t2 = T[512 + ((int) (x[j + 2 & 7] >>> 40) & 255)];
        long t3 = T[768 + ((int) (x[j + 3 & 7] >>> 32) & 255)];
        long t4 = T[1024 + ((int) (x[j + 4 & 7] >>> 24) & 255)];
        long t5 = T[1280 + ((int) (x[j + 5 & 7] >>> 16) & 255)];
        long t6 = T[1536 + ((int) (x[j + 6 & 7] >>> 8) & 255)];
        long t7 = T[1792 + ((int) (x[j + 7 & 7] >>> 0) & 255)];
        return t0 ^ t1 ^ t2 ^ t3 ^ t4 ^ t5 ^ t6 ^ t7;
    }

    @Override
    protected void roundQ(long[] y, long[] x) {
        for (int j = 0; j < 8; j++) {
            y[j] = columnQ(x, j);
        }
    }

    private static long columnQ(long[] x, int j) {
        long t0 = T[0 + ((int) (x[j + 1 & 7] >>> 56) & 255)];
        long t1 = T[256 + ((int) (x[j + 3 & 7] >>> 48) & 255)];
        long t2 = T[512 + ((int) (x[j + 5 & 7] >>> 40) & 255)];
        long t3 = T[768 + ((int) (x[j + 7 & 7] >>> 32) & 255)];
        long t4 = T[1024 + ((int) (x[j + 0 & 7] >>> 24) & 255)];
        long t5 = T[1280 + ((int) (x[j + 2 & 7] >>> 16) & 255)];
        long t6 = T[1536 + ((int) (x[j + 4 & 7] >>> 8) & 255)];
        long t7 = T[1792 + ((int) (x[j + 6 & 7] >>> 0) & 255)];
        return t0 ^ t1 ^ t2 ^ t3 ^ t4 ^ t5 ^ t6 ^ t7;
    }
}
