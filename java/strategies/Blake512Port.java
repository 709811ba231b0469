/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import crypto_hash.blake256.javaplain.Sigma;
import crypto_hash.blake512.java.Blake512Constants;
import digest.InitialValues;
import digest.PaddedLongs;

/** A plain port of C: SIGMA is an array of arrays, G a method; arrays are made for each block. */
public final class Blake512Port extends PaddedLongs {
    private static final int[][] SIGMA = Sigma.SIGMA;
    private static final long[] C = Blake512Constants.C;

    public Blake512Port() {
        super("BLAKE-512", InitialValues.of512(), 64, 1);
    }

    @Override
    protected void compress(byte[] in, int offset, long counted) {
        long[] m = new long[16], v = new long[16];
        long low = (counted << 3), high = (counted >>> 61);
        for (int i = 0; i < 16; i++) {
            m[i] = (long) WORDS.get(in, offset + 8 * i);
        }
        for (int i = 0; i < 8; i++) {
            v[i] = hash[i];
            v[8 + i] = C[i];
        }
        v[12] ^= low;
        v[13] ^= low;
        v[14] ^= high;
        v[15] ^= high;
        for (int r = 0; r < 16; r++) {
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

    private static void g(long[] m, long[] v, int r, int i, int a, int b, int c, int d) {
        int j = SIGMA[r % 10][2 * i], k = SIGMA[r % 10][2 * i + 1];
        v[a] += v[b] + (m[j] ^ C[k]);
        v[d] = Long.rotateRight(v[d] ^ v[a], 32);
        v[c] += v[d];
        v[b] = Long.rotateRight(v[b] ^ v[c], 25);
        v[a] += v[b] + (m[k] ^ C[j]);
        v[d] = Long.rotateRight(v[d] ^ v[a], 16);
        v[c] += v[d];
        v[b] = Long.rotateRight(v[b] ^ v[c], 11);
    }
}
