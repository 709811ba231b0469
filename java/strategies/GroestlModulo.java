/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

/** "Simpler index arithmetic", before: GroestlFlat with indices modulo 8 by %. */
public final class GroestlModulo extends Groestl {
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
            y[j] = T[0 + ((int) (x[(j + 0) % 8] >>> 56) & 255)]
                    ^ T[256 + ((int) (x[(j + 1) % 8] >>> 48) & 255)]
                    ^ T[512 + ((int) (x[(j + 2) % 8] >>> 40) & 255)]
                    ^ T[768 + ((int) (x[(j + 3) % 8] >>> 32) & 255)]
                    ^ T[1024 + ((int) (x[(j + 4) % 8] >>> 24) & 255)]
                    ^ T[1280 + ((int) (x[(j + 5) % 8] >>> 16) & 255)]
                    ^ T[1536 + ((int) (x[(j + 6) % 8] >>> 8) & 255)]
                    ^ T[1792 + ((int) (x[(j + 7) % 8] >>> 0) & 255)];
        }
    }

    @Override
    protected void roundQ(long[] y, long[] x) {
        for (int j = 0; j < 8; j++) {
            y[j] = T[0 + ((int) (x[(j + 1) % 8] >>> 56) & 255)]
                    ^ T[256 + ((int) (x[(j + 3) % 8] >>> 48) & 255)]
                    ^ T[512 + ((int) (x[(j + 5) % 8] >>> 40) & 255)]
                    ^ T[768 + ((int) (x[(j + 7) % 8] >>> 32) & 255)]
                    ^ T[1024 + ((int) (x[(j + 0) % 8] >>> 24) & 255)]
                    ^ T[1280 + ((int) (x[(j + 2) % 8] >>> 16) & 255)]
                    ^ T[1536 + ((int) (x[(j + 4) % 8] >>> 8) & 255)]
                    ^ T[1792 + ((int) (x[(j + 6) % 8] >>> 0) & 255)];
        }
    }
}
