/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

/** "Split into smaller methods", after: a method for each column. */
public final class GroestlSplit extends Groestl {
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
        y[0] = columnP0(x);
        y[1] = columnP1(x);
        y[2] = columnP2(x);
        y[3] = columnP3(x);
        y[4] = columnP4(x);
        y[5] = columnP5(x);
        y[6] = columnP6(x);
        y[7] = columnP7(x);
    }

    private static long columnP0(long[] x) {
        return T[0 + ((int) (x[0] >>> 56) & 255)] ^ T[256 + ((int) (x[1] >>> 48) & 255)]
                ^ T[512 + ((int) (x[2] >>> 40) & 255)] ^ T[768 + ((int) (x[3] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[4] >>> 24) & 255)] ^ T[1280 + ((int) (x[5] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[6] >>> 8) & 255)] ^ T[1792 + ((int) (x[7] >>> 0) & 255)];
    }

    private static long columnP1(long[] x) {
        return T[0 + ((int) (x[1] >>> 56) & 255)] ^ T[256 + ((int) (x[2] >>> 48) & 255)]
                ^ T[512 + ((int) (x[3] >>> 40) & 255)] ^ T[768 + ((int) (x[4] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[5] >>> 24) & 255)] ^ T[1280 + ((int) (x[6] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[7] >>> 8) & 255)] ^ T[1792 + ((int) (x[0] >>> 0) & 255)];
    }

    private static long columnP2(long[] x) {
        return T[0 + ((int) (x[2] >>> 56) & 255)] ^ T[256 + ((int) (x[3] >>> 48) & 255)]
                ^ T[512 + ((int) (x[4] >>> 40) & 255)] ^ T[768 + ((int) (x[5] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[6] >>> 24) & 255)] ^ T[1280 + ((int) (x[7] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[0] >>> 8) & 255)] ^ T[1792 + ((int) (x[1] >>> 0) & 255)];
    }

    private static long columnP3(long[] x) {
        return T[0 + ((int) (x[3] >>> 56) & 255)] ^ T[256 + ((int) (x[4] >>> 48) & 255)]
                ^ T[512 + ((int) (x[5] >>> 40) & 255)] ^ T[768 + ((int) (x[6] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[7] >>> 24) & 255)] ^ T[1280 + ((int) (x[0] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[1] >>> 8) & 255)] ^ T[1792 + ((int) (x[2] >>> 0) & 255)];
    }

    private static long columnP4(long[] x) {
        return T[0 + ((int) (x[4] >>> 56) & 255)] ^ T[256 + ((int) (x[5] >>> 48) & 255)]
                ^ T[512 + ((int) (x[6] >>> 40) & 255)] ^ T[768 + ((int) (x[7] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[0] >>> 24) & 255)] ^ T[1280 + ((int) (x[1] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[2] >>> 8) & 255)] ^ T[1792 + ((int) (x[3] >>> 0) & 255)];
    }

    private static long columnP5(long[] x) {
        return T[0 + ((int) (x[5] >>> 56) & 255)] ^ T[256 + ((int) (x[6] >>> 48) & 255)]
                ^ T[512 + ((int) (x[7] >>> 40) & 255)] ^ T[768 + ((int) (x[0] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[1] >>> 24) & 255)] ^ T[1280 + ((int) (x[2] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[3] >>> 8) & 255)] ^ T[1792 + ((int) (x[4] >>> 0) & 255)];
    }

    private static long columnP6(long[] x) {
        return T[0 + ((int) (x[6] >>> 56) & 255)] ^ T[256 + ((int) (x[7] >>> 48) & 255)]
                ^ T[512 + ((int) (x[0] >>> 40) & 255)] ^ T[768 + ((int) (x[1] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[2] >>> 24) & 255)] ^ T[1280 + ((int) (x[3] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[4] >>> 8) & 255)] ^ T[1792 + ((int) (x[5] >>> 0) & 255)];
    }

    private static long columnP7(long[] x) {
        return T[0 + ((int) (x[7] >>> 56) & 255)] ^ T[256 + ((int) (x[0] >>> 48) & 255)]
                ^ T[512 + ((int) (x[1] >>> 40) & 255)] ^ T[768 + ((int) (x[2] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[3] >>> 24) & 255)] ^ T[1280 + ((int) (x[4] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[5] >>> 8) & 255)] ^ T[1792 + ((int) (x[6] >>> 0) & 255)];
    }

    @Override
    protected void roundQ(long[] y, long[] x) {
        y[0] = columnQ0(x);
        y[1] = columnQ1(x);
        y[2] = columnQ2(x);
        y[3] = columnQ3(x);
        y[4] = columnQ4(x);
        y[5] = columnQ5(x);
        y[6] = columnQ6(x);
        y[7] = columnQ7(x);
    }

    private static long columnQ0(long[] x) {
        return T[0 + ((int) (x[1] >>> 56) & 255)] ^ T[256 + ((int) (x[3] >>> 48) & 255)]
                ^ T[512 + ((int) (x[5] >>> 40) & 255)] ^ T[768 + ((int) (x[7] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[0] >>> 24) & 255)] ^ T[1280 + ((int) (x[2] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[4] >>> 8) & 255)] ^ T[1792 + ((int) (x[6] >>> 0) & 255)];
    }

    private static long columnQ1(long[] x) {
        return T[0 + ((int) (x[2] >>> 56) & 255)] ^ T[256 + ((int) (x[4] >>> 48) & 255)]
                ^ T[512 + ((int) (x[6] >>> 40) & 255)] ^ T[768 + ((int) (x[0] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[1] >>> 24) & 255)] ^ T[1280 + ((int) (x[3] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[5] >>> 8) & 255)] ^ T[1792 + ((int) (x[7] >>> 0) & 255)];
    }

    private static long columnQ2(long[] x) {
        return T[0 + ((int) (x[3] >>> 56) & 255)] ^ T[256 + ((int) (x[5] >>> 48) & 255)]
                ^ T[512 + ((int) (x[7] >>> 40) & 255)] ^ T[768 + ((int) (x[1] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[2] >>> 24) & 255)] ^ T[1280 + ((int) (x[4] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[6] >>> 8) & 255)] ^ T[1792 + ((int) (x[0] >>> 0) & 255)];
    }

    private static long columnQ3(long[] x) {
        return T[0 + ((int) (x[4] >>> 56) & 255)] ^ T[256 + ((int) (x[6] >>> 48) & 255)]
                ^ T[512 + ((int) (x[0] >>> 40) & 255)] ^ T[768 + ((int) (x[2] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[3] >>> 24) & 255)] ^ T[1280 + ((int) (x[5] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[7] >>> 8) & 255)] ^ T[1792 + ((int) (x[1] >>> 0) & 255)];
    }

    private static long columnQ4(long[] x) {
        return T[0 + ((int) (x[5] >>> 56) & 255)] ^ T[256 + ((int) (x[7] >>> 48) & 255)]
                ^ T[512 + ((int) (x[1] >>> 40) & 255)] ^ T[768 + ((int) (x[3] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[4] >>> 24) & 255)] ^ T[1280 + ((int) (x[6] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[0] >>> 8) & 255)] ^ T[1792 + ((int) (x[2] >>> 0) & 255)];
    }

    private static long columnQ5(long[] x) {
        return T[0 + ((int) (x[6] >>> 56) & 255)] ^ T[256 + ((int) (x[0] >>> 48) & 255)]
                ^ T[512 + ((int) (x[2] >>> 40) & 255)] ^ T[768 + ((int) (x[4] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[5] >>> 24) & 255)] ^ T[1280 + ((int) (x[7] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[1] >>> 8) & 255)] ^ T[1792 + ((int) (x[3] >>> 0) & 255)];
    }

    private static long columnQ6(long[] x) {
        return T[0 + ((int) (x[7] >>> 56) & 255)] ^ T[256 + ((int) (x[1] >>> 48) & 255)]
                ^ T[512 + ((int) (x[3] >>> 40) & 255)] ^ T[768 + ((int) (x[5] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[6] >>> 24) & 255)] ^ T[1280 + ((int) (x[0] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[2] >>> 8) & 255)] ^ T[1792 + ((int) (x[4] >>> 0) & 255)];
    }

    private static long columnQ7(long[] x) {
        return T[0 + ((int) (x[0] >>> 56) & 255)] ^ T[256 + ((int) (x[2] >>> 48) & 255)]
                ^ T[512 + ((int) (x[4] >>> 40) & 255)] ^ T[768 + ((int) (x[6] >>> 32) & 255)]
                ^ T[1024 + ((int) (x[7] >>> 24) & 255)] ^ T[1280 + ((int) (x[1] >>> 16) & 255)]
                ^ T[1536 + ((int) (x[3] >>> 8) & 255)] ^ T[1792 + ((int) (x[5] >>> 0) & 255)];
    }
}
