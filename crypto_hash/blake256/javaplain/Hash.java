/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake256.javaplain;

import static crypto_hash.blake256.java.Blake256Constants.C;
import static crypto_hash.blake256.javaplain.Sigma.SIGMA;

import digest.InitialValues;
import digest.PaddedInts;

/**
 * BLAKE-256 in the letters and the order of section 2.1 of "SHA-3 proposal BLAKE", version 1.3,
 * 2010, as one would write it first: arrays, a table of tables, a method for each formula. The salt
 * is zero.
 */
public final class Hash extends PaddedInts {
    private int[] m = new int[16];
    private int[] v = new int[16];

    public Hash() {
        super("BLAKE-256", InitialValues.of256(), 32, 1);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Hash copy = (Hash) super.clone();
        copy.m = m.clone();
        copy.v = v.clone();
        return copy;
    }

    @Override
    protected void compress(byte[] in, int offset, long counted) {
        int low = (int) (counted << 3);
        int high = (int) (counted >>> 29);
        for (int i = 0; i < 16; i++) {
            m[i] = (int) WORDS.get(in, offset + 4 * i);
        }
        for (int i = 0; i < 8; i++) {
            v[i] = hash[i];
        }
        for (int i = 0; i < 4; i++) {
            v[8 + i] = C[i];
        }
        v[12] = low ^ C[4];
        v[13] = low ^ C[5];
        v[14] = high ^ C[6];
        v[15] = high ^ C[7];

        for (int r = 0; r < 14; r++) {
            g(r, 0, 0, 4, 8, 12);
            g(r, 1, 1, 5, 9, 13);
            g(r, 2, 2, 6, 10, 14);
            g(r, 3, 3, 7, 11, 15);
            g(r, 4, 0, 5, 10, 15);
            g(r, 5, 1, 6, 11, 12);
            g(r, 6, 2, 7, 8, 13);
            g(r, 7, 3, 4, 9, 14);
        }

        for (int i = 0; i < 8; i++) {
            hash[i] ^= v[i] ^ v[i + 8];
        }
    }

    private void g(int r, int i, int a, int b, int c, int d) {
        int j = SIGMA[r % 10][2 * i];
        int k = SIGMA[r % 10][2 * i + 1];

        v[a] = v[a] + v[b] + (m[j] ^ C[k]);
        v[d] = rotateRight(v[d] ^ v[a], 16);
        v[c] = v[c] + v[d];
        v[b] = rotateRight(v[b] ^ v[c], 12);
        v[a] = v[a] + v[b] + (m[k] ^ C[j]);
        v[d] = rotateRight(v[d] ^ v[a], 8);
        v[c] = v[c] + v[d];
        v[b] = rotateRight(v[b] ^ v[c], 7);
    }

    // C2 makes a rotation of two shifts joined by |, not by ^
    private static int rotateRight(int x, int n) {
        return x >>> n ^ x << 32 - n;
    }
}
