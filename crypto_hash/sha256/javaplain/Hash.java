/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha256.javaplain;

import digest.BlockDigest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** SHA-256 as FIPS 180-4 has it: its functions, its variables, each in its turn. */
public final class Hash extends BlockDigest {
    private static final int BLOCK_BYTES = 64;
    private static final int LENGTH_AT = 56; // in the last block

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private static final int[] K = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
        0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
        0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
        0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
        0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    };

    private static final int[] INITIAL = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };

    private int[] hash = new int[8];
    private int[] w = new int[64];
    private long bytes; // of the message so far

    public Hash() {
        super("SHA-256", 32, BLOCK_BYTES, false);
        start();
    }

    @Override
    protected void start() {
        System.arraycopy(INITIAL, 0, hash, 0, 8);
        bytes = 0;
    }

    @Override
    protected void blocks(byte[] in, int offset, int count) {
        bytes += (long) count * BLOCK_BYTES;
        for (; count > 0; count--) {
            compress(in, offset);
            offset += BLOCK_BYTES;
        }
    }

    @Override
    protected void finish(byte[] rest, int length, byte[] out, int offset) {
        bytes += length;
        Arrays.fill(rest, length, BLOCK_BYTES, (byte) 0);
        rest[length] = (byte) 0x80;
        if (length >= LENGTH_AT) {
            compress(rest, 0);
            Arrays.fill(rest, (byte) 0);
        }
        WORDS.set(rest, LENGTH_AT, (int) (bytes >>> 29));
        WORDS.set(rest, LENGTH_AT + 4, (int) (bytes << 3));
        compress(rest, 0);
        for (int i = 0; i < 8; i++) {
            WORDS.set(out, offset + 4 * i, hash[i]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Hash copy = (Hash) super.clone();
        copy.hash = hash.clone();
        copy.w = w.clone();
        return copy;
    }

    private void compress(byte[] in, int offset) {
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
