/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake512.javaplain;

import static crypto_hash.blake256.javaplain.Sigma.SIGMA;
import static crypto_hash.blake512.java.Blake512Constants.C;

import digest.InitialValues;
import digest.PaddedLongs;

/**
 * BLAKE-512 in the letters and the order of section 2.2 of "SHA-3 proposal BLAKE", version 1.3,
 * 2010, as one would write it first: arrays, a table of tables, a method for each formula. The salt
 * is zero.
 */
public final class Hash extends PaddedLongs {
    private long[] m = new long[16];
    private long[] v = new long[16];

    public Hash() {
        super("BLAKE-512", InitialValues.of512(), 64, 1);
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
        long low = counted << 3;
        long high = counted >>> 61;
        for (int i = 0; i < 16; i++) {
            m[i] = (long) WORDS.get(in, offset + 8 * i);
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

        for (int r = 0; r < 16; r++) {
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
        v[d] = rotateRight(v[d] ^ v[a], 32);
        v[c] = v[c] + v[d];
        v[b] = rotateRight(v[b] ^ v[c], 25);
        v[a] = v[a] + v[b] + (m[k] ^ C[j]);
        v[d] = rotateRight(v[d] ^ v[a], 16);
        v[c] = v[c] + v[d];
        v[b] = rotateRight(v[b] ^ v[c], 11);
    }

    // C2 makes a rotation of two shifts joined by |, not by ^
    private static long rotateRight(long x, int n) {
        return x >>> n ^ x << 64 - n;
    }
}
