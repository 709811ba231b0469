/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import crypto_hash.round3jh256.java.Constants;

/** "Arrays to members", after: the words are fields. */
public final class JhMembers extends Jh {
    private static final long[] C = Constants.longs(), M = new long[6];

    static {
        for (int i = 0; i < 6; i++) {
            M[i] = Long.divideUnsigned(-1, 1 + (1L << (1 << i)));
        }
    }

    private long w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15;

    @Override
    protected void permute(long[] x) {
        w0 = x[0];
        w1 = x[1];
        w2 = x[2];
        w3 = x[3];
        w4 = x[4];
        w5 = x[5];
        w6 = x[6];
        w7 = x[7];
        w8 = x[8];
        w9 = x[9];
        w10 = x[10];
        w11 = x[11];
        w12 = x[12];
        w13 = x[13];
        w14 = x[14];
        w15 = x[15];
        for (int r = 0; r < 42; r++) {
            int i = (r + 0) % 7;
            long t, c;
            c = C[0 + 2 * (r + 0)];
            w12 = ~w12;
            w0 ^= c & ~w8;
            t = c ^ w0 & w4;
            w0 ^= w8 & w12;
            w12 ^= w8 & ~w4;
            w4 ^= w0 & w8;
            w8 ^= w0 & ~w12;
            w0 ^= w4 | w12;
            w12 ^= w4 & w8;
            w4 ^= t & w0;
            w8 ^= t;
            c = C[1 + 2 * (r + 0)];
            w14 = ~w14;
            w2 ^= c & ~w10;
            t = c ^ w2 & w6;
            w2 ^= w10 & w14;
            w14 ^= w10 & ~w6;
            w6 ^= w2 & w10;
            w10 ^= w2 & ~w14;
            w2 ^= w6 | w14;
            w14 ^= w6 & w10;
            w6 ^= t & w2;
            w10 ^= t;
            w2 ^= w4;
            w6 ^= w8;
            w10 ^= w0 ^ w12;
            w14 ^= w0;
            w0 ^= w6;
            w4 ^= w10;
            w8 ^= w2 ^ w14;
            w12 ^= w2;
            c = C[84 + 2 * (r + 0)];
            w13 = ~w13;
            w1 ^= c & ~w9;
            t = c ^ w1 & w5;
            w1 ^= w9 & w13;
            w13 ^= w9 & ~w5;
            w5 ^= w1 & w9;
            w9 ^= w1 & ~w13;
            w1 ^= w5 | w13;
            w13 ^= w5 & w9;
            w5 ^= t & w1;
            w9 ^= t;
            c = C[85 + 2 * (r + 0)];
            w15 = ~w15;
            w3 ^= c & ~w11;
            t = c ^ w3 & w7;
            w3 ^= w11 & w15;
            w15 ^= w11 & ~w7;
            w7 ^= w3 & w11;
            w11 ^= w3 & ~w15;
            w3 ^= w7 | w15;
            w15 ^= w7 & w11;
            w7 ^= t & w3;
            w11 ^= t;
            w3 ^= w5;
            w7 ^= w9;
            w11 ^= w1 ^ w13;
            w15 ^= w1;
            w1 ^= w7;
            w5 ^= w11;
            w9 ^= w3 ^ w15;
            w13 ^= w3;
            if (i == 6) {
                t = w2;
                w2 = w3;
                w3 = t;
                t = w6;
                w6 = w7;
                w7 = t;
                t = w10;
                w10 = w11;
                w11 = t;
                t = w14;
                w14 = w15;
                w15 = t;
            } else {
                int by = 1 << i;
                long m = M[i];
                w2 = ((w2 & m) << by) | (w2 >>> by & m);
                w3 = ((w3 & m) << by) | (w3 >>> by & m);
                w6 = ((w6 & m) << by) | (w6 >>> by & m);
                w7 = ((w7 & m) << by) | (w7 >>> by & m);
                w10 = ((w10 & m) << by) | (w10 >>> by & m);
                w11 = ((w11 & m) << by) | (w11 >>> by & m);
                w14 = ((w14 & m) << by) | (w14 >>> by & m);
                w15 = ((w15 & m) << by) | (w15 >>> by & m);
            }
        }
        x[0] = w0;
        x[1] = w1;
        x[2] = w2;
        x[3] = w3;
        x[4] = w4;
        x[5] = w5;
        x[6] = w6;
        x[7] = w7;
        x[8] = w8;
        x[9] = w9;
        x[10] = w10;
        x[11] = w11;
        x[12] = w12;
        x[13] = w13;
        x[14] = w14;
        x[15] = w15;
    }
}
