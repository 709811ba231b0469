/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha512.javaplain;

import static crypto_hash.sha512.java.Sha512Constants.K;

import digest.InitialValues;
import digest.PaddedLongs;

/** SHA-512 as FIPS 180-4 has it: its functions, its variables, each in its turn. */
public final class Hash extends PaddedLongs {
    private long[] w = new long[80];

    public Hash() {
        super("SHA-512", InitialValues.of512(), 64, 0);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Hash copy = (Hash) super.clone();
        copy.w = w.clone();
        return copy;
    }

    @Override
    protected void compress(byte[] in, int offset, long counted) {
        for (int t = 0; t < 16; t++) {
            w[t] = (long) WORDS.get(in, offset + 8 * t);
        }
        for (int t = 16; t < 80; t++) {
            w[t] = sigma1(w[t - 2]) + w[t - 7] + sigma0(w[t - 15]) + w[t - 16];
        }

        long a = hash[0];
        long b = hash[1];
        long c = hash[2];
        long d = hash[3];
        long e = hash[4];
        long f = hash[5];
        long g = hash[6];
        long h = hash[7];

        for (int t = 0; t < 80; t++) {
            long t1 = h + sum1(e) + ch(e, f, g) + K[t] + w[t];
            long t2 = sum0(a) + maj(a, b, c);
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }

        hash[0] += a;
        hash[1] += b;
        hash[2] += c;
        hash[3] += d;
        hash[4] += e;
        hash[5] += f;
        hash[6] += g;
        hash[7] += h;
    }

    private static long rotr(long x, int n) {
        return x >>> n ^ x << 64 - n;
    }

    private static long ch(long x, long y, long z) {
        return (x & y) ^ (~x & z);
    }

    private static long maj(long x, long y, long z) {
        return (x & y) ^ (x & z) ^ (y & z);
    }

    private static long sum0(long x) {
        return rotr(x, 28) ^ rotr(x, 34) ^ rotr(x, 39);
    }

    private static long sum1(long x) {
        return rotr(x, 14) ^ rotr(x, 18) ^ rotr(x, 41);
    }

    private static long sigma0(long x) {
        return rotr(x, 1) ^ rotr(x, 8) ^ x >>> 7;
    }

    private static long sigma1(long x) {
        return rotr(x, 19) ^ rotr(x, 61) ^ x >>> 6;
    }
}
