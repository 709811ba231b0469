/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import crypto_hash.round3jh256.java.Constants;

/**
 * "Methods inlined by hand", after: all layers are written out. In {@code r + 0} the zero is
 * what JhTwo counts up.
 */
public final class JhInlined extends Jh {
    private static final long[] C = Constants.longs(), M = new long[6];

    static {
        for (int i = 0; i < 6; i++) {
            M[i] = Long.divideUnsigned(-1, 1 + (1L << (1 << i)));
        }
    }

    @Override
    protected void permute(long[] x) {
        for (int r = 0; r < 42; r++) {
            int i = (r + 0) % 7;
            long t, c;
            c = C[0 + 2 * (r + 0)];
            x[12] = ~x[12];
            x[0] ^= c & ~x[8];
            t = c ^ x[0] & x[4];
            x[0] ^= x[8] & x[12];
            x[12] ^= x[8] & ~x[4];
            x[4] ^= x[0] & x[8];
            x[8] ^= x[0] & ~x[12];
            x[0] ^= x[4] | x[12];
            x[12] ^= x[4] & x[8];
            x[4] ^= t & x[0];
            x[8] ^= t;
            c = C[1 + 2 * (r + 0)];
            x[14] = ~x[14];
            x[2] ^= c & ~x[10];
            t = c ^ x[2] & x[6];
            x[2] ^= x[10] & x[14];
            x[14] ^= x[10] & ~x[6];
            x[6] ^= x[2] & x[10];
            x[10] ^= x[2] & ~x[14];
            x[2] ^= x[6] | x[14];
            x[14] ^= x[6] & x[10];
            x[6] ^= t & x[2];
            x[10] ^= t;
            x[2] ^= x[4];
            x[6] ^= x[8];
            x[10] ^= x[0] ^ x[12];
            x[14] ^= x[0];
            x[0] ^= x[6];
            x[4] ^= x[10];
            x[8] ^= x[2] ^ x[14];
            x[12] ^= x[2];
            c = C[84 + 2 * (r + 0)];
            x[13] = ~x[13];
            x[1] ^= c & ~x[9];
            t = c ^ x[1] & x[5];
            x[1] ^= x[9] & x[13];
            x[13] ^= x[9] & ~x[5];
            x[5] ^= x[1] & x[9];
            x[9] ^= x[1] & ~x[13];
            x[1] ^= x[5] | x[13];
            x[13] ^= x[5] & x[9];
            x[5] ^= t & x[1];
            x[9] ^= t;
            c = C[85 + 2 * (r + 0)];
            x[15] = ~x[15];
            x[3] ^= c & ~x[11];
            t = c ^ x[3] & x[7];
            x[3] ^= x[11] & x[15];
            x[15] ^= x[11] & ~x[7];
            x[7] ^= x[3] & x[11];
            x[11] ^= x[3] & ~x[15];
            x[3] ^= x[7] | x[15];
            x[15] ^= x[7] & x[11];
            x[7] ^= t & x[3];
            x[11] ^= t;
            x[3] ^= x[5];
            x[7] ^= x[9];
            x[11] ^= x[1] ^ x[13];
            x[15] ^= x[1];
            x[1] ^= x[7];
            x[5] ^= x[11];
            x[9] ^= x[3] ^ x[15];
            x[13] ^= x[3];
            if (i == 6) {
                t = x[2];
                x[2] = x[3];
                x[3] = t;
                t = x[6];
                x[6] = x[7];
                x[7] = t;
                t = x[10];
                x[10] = x[11];
                x[11] = t;
                t = x[14];
                x[14] = x[15];
                x[15] = t;
            } else {
                int by = 1 << i;
                long m = M[i];
                x[2] = ((x[2] & m) << by) | (x[2] >>> by & m);
                x[3] = ((x[3] & m) << by) | (x[3] >>> by & m);
                x[6] = ((x[6] & m) << by) | (x[6] >>> by & m);
                x[7] = ((x[7] & m) << by) | (x[7] >>> by & m);
                x[10] = ((x[10] & m) << by) | (x[10] >>> by & m);
                x[11] = ((x[11] & m) << by) | (x[11] >>> by & m);
                x[14] = ((x[14] & m) << by) | (x[14] >>> by & m);
                x[15] = ((x[15] & m) << by) | (x[15] >>> by & m);
            }
        }
    }
}
