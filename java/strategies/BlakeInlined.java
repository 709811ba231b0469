/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import crypto_hash.blake256.java.Blake256Constants;
import crypto_hash.blake256.javaplain.Sigma;
import digest.InitialValues;
import digest.PaddedInts;

/** "Methods inlined by hand", after: G is written out eight times. */
public final class BlakeInlined extends PaddedInts {
    private static final int[][] SIGMA = Sigma.SIGMA;
    private static final int[] C = Blake256Constants.C;

    public BlakeInlined() {
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
            {
                int j = SIGMA[r % 10][0], k = SIGMA[r % 10][1];
                v[0] += v[4] + (m[j] ^ C[k]);
                v[12] = Integer.rotateRight(v[12] ^ v[0], 16);
                v[8] += v[12];
                v[4] = Integer.rotateRight(v[4] ^ v[8], 12);
                v[0] += v[4] + (m[k] ^ C[j]);
                v[12] = Integer.rotateRight(v[12] ^ v[0], 8);
                v[8] += v[12];
                v[4] = Integer.rotateRight(v[4] ^ v[8], 7);
            }
            {
                int j = SIGMA[r % 10][2], k = SIGMA[r % 10][3];
                v[1] += v[5] + (m[j] ^ C[k]);
                v[13] = Integer.rotateRight(v[13] ^ v[1], 16);
                v[9] += v[13];
                v[5] = Integer.rotateRight(v[5] ^ v[9], 12);
                v[1] += v[5] + (m[k] ^ C[j]);
                v[13] = Integer.rotateRight(v[13] ^ v[1], 8);
                v[9] += v[13];
                v[5] = Integer.rotateRight(v[5] ^ v[9], 7);
            }
            {
                int j = SIGMA[r % 10][4], k = SIGMA[r % 10][5];
                v[2] += v[6] + (m[j] ^ C[k]);
                v[14] = Integer.rotateRight(v[14] ^ v[2], 16);
                v[10] += v[14];
                v[6] = Integer.rotateRight(v[6] ^ v[10], 12);
                v[2] += v[6] + (m[k] ^ C[j]);
                v[14] = Integer.rotateRight(v[14] ^ v[2], 8);
                v[10] += v[14];
                v[6] = Integer.rotateRight(v[6] ^ v[10], 7);
            }
            {
                int j = SIGMA[r % 10][6], k = SIGMA[r % 10][7];
                v[3] += v[7] + (m[j] ^ C[k]);
                v[15] = Integer.rotateRight(v[15] ^ v[3], 16);
                v[11] += v[15];
                v[7] = Integer.rotateRight(v[7] ^ v[11], 12);
                v[3] += v[7] + (m[k] ^ C[j]);
                v[15] = Integer.rotateRight(v[15] ^ v[3], 8);
                v[11] += v[15];
                v[7] = Integer.rotateRight(v[7] ^ v[11], 7);
            }
            {
                int j = SIGMA[r % 10][8], k = SIGMA[r % 10][9];
                v[0] += v[5] + (m[j] ^ C[k]);
                v[15] = Integer.rotateRight(v[15] ^ v[0], 16);
                v[10] += v[15];
                v[5] = Integer.rotateRight(v[5] ^ v[10], 12);
                v[0] += v[5] + (m[k] ^ C[j]);
                v[15] = Integer.rotateRight(v[15] ^ v[0], 8);
                v[10] += v[15];
                v[5] = Integer.rotateRight(v[5] ^ v[10], 7);
            }
            {
                int j = SIGMA[r % 10][10], k = SIGMA[r % 10][11];
                v[1] += v[6] + (m[j] ^ C[k]);
                v[12] = Integer.rotateRight(v[12] ^ v[1], 16);
                v[11] += v[12];
                v[6] = Integer.rotateRight(v[6] ^ v[11], 12);
                v[1] += v[6] + (m[k] ^ C[j]);
                v[12] = Integer.rotateRight(v[12] ^ v[1], 8);
                v[11] += v[12];
                v[6] = Integer.rotateRight(v[6] ^ v[11], 7);
            }
            {
                int j = SIGMA[r % 10][12], k = SIGMA[r % 10][13];
                v[2] += v[7] + (m[j] ^ C[k]);
                v[13] = Integer.rotateRight(v[13] ^ v[2], 16);
                v[8] += v[13];
                v[7] = Integer.rotateRight(v[7] ^ v[8], 12);
                v[2] += v[7] + (m[k] ^ C[j]);
                v[13] = Integer.rotateRight(v[13] ^ v[2], 8);
                v[8] += v[13];
                v[7] = Integer.rotateRight(v[7] ^ v[8], 7);
            }
            {
                int j = SIGMA[r % 10][14], k = SIGMA[r % 10][15];
                v[3] += v[4] + (m[j] ^ C[k]);
                v[14] = Integer.rotateRight(v[14] ^ v[3], 16);
                v[9] += v[14];
                v[4] = Integer.rotateRight(v[4] ^ v[9], 12);
                v[3] += v[4] + (m[k] ^ C[j]);
                v[14] = Integer.rotateRight(v[14] ^ v[3], 8);
                v[9] += v[14];
                v[4] = Integer.rotateRight(v[4] ^ v[9], 7);
            }
        }
        for (int i = 0; i < 8; i++) {
            hash[i] ^= v[i] ^ v[i + 8];
        }
    }
}
