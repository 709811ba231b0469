/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import crypto_hash.round3jh256.java.Constants;

/** "Private, static, final", before: JhPort with methods that could be overridden. */
public class JhPublic extends Jh {
    private static final long[] C = Constants.longs(), M = new long[6];

    static {
        for (int i = 0; i < 6; i++) {
            M[i] = Long.divideUnsigned(-1, 1 + (1L << (1 << i)));
        }
    }

    @Override
    protected void permute(long[] x) {
        for (int r = 0; r < 42; r++) {
            for (int h = 0; h < 2; h++) {
                substitute(x, h, C[84 * h + 2 * r]);
                substitute(x, 2 + h, C[84 * h + 2 * r + 1]);
                linear(x, h);
            }
            swap(x, r % 7);
        }
    }

    public void substitute(long[] x, int a, long c) {
        long t;
        x[a + 12] = ~x[a + 12];
        x[a + 0] ^= c & ~x[a + 8];
        t = c ^ x[a + 0] & x[a + 4];
        x[a + 0] ^= x[a + 8] & x[a + 12];
        x[a + 12] ^= x[a + 8] & ~x[a + 4];
        x[a + 4] ^= x[a + 0] & x[a + 8];
        x[a + 8] ^= x[a + 0] & ~x[a + 12];
        x[a + 0] ^= x[a + 4] | x[a + 12];
        x[a + 12] ^= x[a + 4] & x[a + 8];
        x[a + 4] ^= t & x[a + 0];
        x[a + 8] ^= t;
    }

    public void linear(long[] x, int h) {
        x[h + 2] ^= x[h + 4];
        x[h + 6] ^= x[h + 8];
        x[h + 10] ^= x[h + 0] ^ x[h + 12];
        x[h + 14] ^= x[h + 0];
        x[h + 0] ^= x[h + 6];
        x[h + 4] ^= x[h + 10];
        x[h + 8] ^= x[h + 2] ^ x[h + 14];
        x[h + 12] ^= x[h + 2];
    }

    public void swap(long[] x, int i) {
        for (int j = 2; j < 16; j += 4) {
            if (i == 6) {
                long t = x[j];
                x[j] = x[j + 1];
                x[j + 1] = t;
            } else {
                for (int h = 0; h < 2; h++) {
                    x[j + h] = ((x[j + h] & M[i]) << (1 << i)) | (x[j + h] >>> (1 << i) & M[i]);
                }
            }
        }
    }
}
