/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import crypto_hash.blake256.java.Blake256Constants;
import crypto_hash.blake256.javaplain.Sigma;
import digest.InitialValues;
import digest.PaddedInts;

/** "Fewer local variables", after: G has none of its own, and so looks up SIGMA twice as often. */
public final class BlakeBare extends PaddedInts {
    private static final int[][] SIGMA = Sigma.SIGMA;
    private static final int[] C = Blake256Constants.C;

    public BlakeBare() {
        super("BLAKE-256", InitialValues.of256(), 32, 1);
    }

    @Override
    protected void compress(byte[] in, int offset, long counted) {
        int[] m = new int[16], v = new int[16];
        int low = (int) (counted << 3), high = (int) (counted >>> 29);
        for (int i = 0; i < 16; i++) {
            m[i] = (int) WORDS.get(in, offset + 4 * i);
        }
        for (int i = 0; i < 8; i++) {
            v[i] = hash[i];
            v[8 + i] = C[i];
        }
        v[12] ^= low;
        v[13] ^= low;
        v[14] ^= high;
        v[15] ^= high;
        for (int r = 0; r < 14; r++) {
            g(m, v, r, 0, 0, 4, 8, 12);
            g(m, v, r, 1, 1, 5, 9, 13);
            g(m, v, r, 2, 2, 6, 10, 14);
            g(m, v, r, 3, 3, 7, 11, 15);
            g(m, v, r, 4, 0, 5, 10, 15);
            g(m, v, r, 5, 1, 6, 11, 12);
            g(m, v, r, 6, 2, 7, 8, 13);
            g(m, v, r, 7, 3, 4, 9, 14);
        }
        for (int i = 0; i < 8; i++) {
            hash[i] ^= v[i] ^ v[i + 8];
        }
    }

    private static void g(int[] m, int[] v, int r, int i, int a, int b, int c, int d) {
        v[a] += v[b] + (m[SIGMA[r % 10][2 * i]] ^ C[SIGMA[r % 10][2 * i + 1]]);
        v[d] = Integer.rotateRight(v[d] ^ v[a], 16);
        v[c] += v[d];
        v[b] = Integer.rotateRight(v[b] ^ v[c], 12);
        v[a] += v[b] + (m[SIGMA[r % 10][2 * i + 1]] ^ C[SIGMA[r % 10][2 * i]]);
        v[d] = Integer.rotateRight(v[d] ^ v[a], 8);
        v[c] += v[d];
        v[b] = Integer.rotateRight(v[b] ^ v[c], 7);
    }
}
