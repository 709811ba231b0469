/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import crypto_hash.blake256.java.Blake256Constants;
import crypto_hash.blake256.javaplain.Sigma;
import digest.InitialValues;
import digest.PaddedInts;

/** "Buffers of the object", after: the message's words and the state are arrays of the object. */
public final class BlakeBuffers extends PaddedInts {
    private static final int[][] SIGMA = Sigma.SIGMA;
    private static final int[] C = Blake256Constants.C;
    private final int[] m = new int[16], v = new int[16];

    public BlakeBuffers() {
        super("BLAKE-256", InitialValues.of256(), 32, 1);
    }

    @Override
    protected void compress(byte[] in, int offset, long counted) {
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
        int j = SIGMA[r % 10][2 * i], k = SIGMA[r % 10][2 * i + 1];
        v[a] += v[b] + (m[j] ^ C[k]);
        v[d] = Integer.rotateRight(v[d] ^ v[a], 16);
        v[c] += v[d];
        v[b] = Integer.rotateRight(v[b] ^ v[c], 12);
        v[a] += v[b] + (m[k] ^ C[j]);
        v[d] = Integer.rotateRight(v[d] ^ v[a], 8);
        v[c] += v[d];
        v[b] = Integer.rotateRight(v[b] ^ v[c], 7);
    }
}
