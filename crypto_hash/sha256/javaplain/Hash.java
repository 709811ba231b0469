/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha256.javaplain;

import static crypto_hash.sha256.java.Sha256Constants.K;

import digest.InitialValues;
import digest.PaddedInts;

/** SHA-256 as FIPS 180-4 has it: its functions, its variables, each in its turn. */
public final class Hash extends PaddedInts {
    private int[] w = new int[64];

    public Hash() {
        super("SHA-256", InitialValues.of256(), 32, 0);
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

        for (int t = 0; t < 64; t++) {
            int t1 = h + sum1(e) + ch(e, f, g) + K[t] + w[t];
            int t2 = sum0(a) + maj(a, b, c);
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

    private static int rotr(int x, int n) {
        return x >>> n ^ x << 32 - n;
    }

    private static int ch(int x, int y, int z) {
        return (x & y) ^ (~x & z);
    }

    private static int maj(int x, int y, int z) {
        return (x & y) ^ (x & z) ^ (y & z);
    }

    private static int sum0(int x) {
        return rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22);
    }

    private static int sum1(int x) {
        return rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25);
    }

    private static int sigma0(int x) {
        return rotr(x, 7) ^ rotr(x, 18) ^ x >>> 3;
    }

    private static int sigma1(int x) {
        return rotr(x, 17) ^ rotr(x, 19) ^ x >>> 10;
    }
}
