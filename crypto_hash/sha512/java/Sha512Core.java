/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha512.java;

import static crypto_hash.sha512.java.Sha512Constants.K;

import digest.PaddedLongs;

/**
 * SHA-512 and SHA-384, FIPS 180-4. Eight rounds a loop: then each variable is where it was, and
 * none of them is moved. The message schedule comes first, in a loop of its own.
 */
public abstract class Sha512Core extends PaddedLongs {
    private long[] w = new long[80];

    /**
     * @param algorithm the standard name
     * @param initial the eight words of the hash value before the first block
     * @param digestBytes length of the digest, a whole number of words
     */
    protected Sha512Core(String algorithm, long[] initial, int digestBytes) {
        super(algorithm, initial, digestBytes, 0);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Sha512Core copy = (Sha512Core) super.clone();
        copy.w = w.clone();
        return copy;
    }

    @Override
    protected final void compress(byte[] in, int offset, long counted) {
        long[] w = this.w;
        long[] hash = this.hash;
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

        for (int t = 0; t < 80; t += 8) {
            h += sum1(e) + choice(e, f, g) + K[t] + w[t];
            d += h;
            h += sum0(a) + majority(a, b, c);
            g += sum1(d) + choice(d, e, f) + K[t + 1] + w[t + 1];
            c += g;
            g += sum0(h) + majority(h, a, b);
            f += sum1(c) + choice(c, d, e) + K[t + 2] + w[t + 2];
            b += f;
            f += sum0(g) + majority(g, h, a);
            e += sum1(b) + choice(b, c, d) + K[t + 3] + w[t + 3];
            a += e;
            e += sum0(f) + majority(f, g, h);
            d += sum1(a) + choice(a, b, c) + K[t + 4] + w[t + 4];
            h += d;
            d += sum0(e) + majority(e, f, g);
            c += sum1(h) + choice(h, a, b) + K[t + 5] + w[t + 5];
            g += c;
            c += sum0(d) + majority(d, e, f);
            b += sum1(g) + choice(g, h, a) + K[t + 6] + w[t + 6];
            f += b;
            b += sum0(c) + majority(c, d, e);
            a += sum1(f) + choice(f, g, h) + K[t + 7] + w[t + 7];
            e += a;
            a += sum0(b) + majority(b, c, d);
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

    private static long choice(long x, long y, long z) {
        return z ^ (x & (y ^ z));
    }

    private static long majority(long x, long y, long z) {
        return (x & y) | (z & (x | y));
    }

    private static long sum0(long x) {
        return Long.rotateRight(x, 28) ^ Long.rotateRight(x, 34) ^ Long.rotateRight(x, 39);
    }

    private static long sum1(long x) {
        return Long.rotateRight(x, 14) ^ Long.rotateRight(x, 18) ^ Long.rotateRight(x, 41);
    }

    private static long sigma0(long x) {
        return Long.rotateRight(x, 1) ^ Long.rotateRight(x, 8) ^ x >>> 7;
    }

    private static long sigma1(long x) {
        return Long.rotateRight(x, 19) ^ Long.rotateRight(x, 61) ^ x >>> 6;
    }
}
