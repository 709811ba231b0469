/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha256.java;

import static crypto_hash.sha256.java.Sha256Constants.K;

import digest.PaddedInts;

/**
 * SHA-256 and SHA-224, FIPS 180-4. Eight rounds a loop: then each variable is where it was, and
 * none of them is moved. The message schedule comes first, in a loop of its own.
 */
public abstract class Sha256Core extends PaddedInts {
    private int[] w = new int[64];

    /**
     * @param algorithm the standard name
     * @param initial the eight words of the hash value before the first block
     * @param digestBytes length of the digest, a whole number of words
     */
    protected Sha256Core(String algorithm, int[] initial, int digestBytes) {
        super(algorithm, initial, digestBytes, 0);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Sha256Core copy = (Sha256Core) super.clone();
        copy.w = w.clone();
        return copy;
    }

    @Override
    protected final void compress(byte[] in, int offset, long counted) {
        int[] w = this.w;
        int[] hash = this.hash;
        for (int t = 0; t < 16; t++) {
            w[t] = (int) WORDS.get(in, offset + 4 * t);
        }
        for (int t = 16; t < 64; t++) {
            w[t] = sigma1(w[t - 2]) + w[t - 7] + sigma0(w[t - 15]) + w[t - 16];
        }

        int a = hash[0];
        int b = hash[1];
        int c = hash[2];
        int d = hash[3];
        int e = hash[4];
        int f = hash[5];
        int g = hash[6];
        int h = hash[7];

        for (int t = 0; t < 64; t += 8) {
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

    private static int choice(int x, int y, int z) {
        return z ^ (x & (y ^ z));
    }

    private static int majority(int x, int y, int z) {
        return (x & y) | (z & (x | y));
    }

    private static int sum0(int x) {
        return Integer.rotateRight(x, 2) ^ Integer.rotateRight(x, 13) ^ Integer.rotateRight(x, 22);
    }

    private static int sum1(int x) {
        return Integer.rotateRight(x, 6) ^ Integer.rotateRight(x, 11) ^ Integer.rotateRight(x, 25);
    }

    private static int sigma0(int x) {
        return Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ x >>> 3;
    }

    private static int sigma1(int x) {
        return Integer.rotateRight(x, 17) ^ Integer.rotateRight(x, 19) ^ x >>> 10;
    }
}
