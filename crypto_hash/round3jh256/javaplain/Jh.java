/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh256.javaplain;

import digest.BlockDigest;
import java.util.Arrays;

/**
 * JH as a C programmer would write it first from the specification: arrays of elements of 4 bits, a
 * 2-D table for the S-boxes, a method for each layer, round constants made when the class is loaded
 * and the initial value by each object.
 */
public abstract class Jh extends BlockDigest {
    private static final int BLOCK = 64;
    private static final int ROUNDS = 42;
    private static final int[][] S = {
        {9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14},
        {3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8},
    };
    private static final String FIRST_CONSTANT =
            "6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a";
    private static final int[][] C = new int[ROUNDS][64];

    static {
        int[] zero = new int[64];
        int[] spare = new int[64];
        for (int i = 0; i < 64; i++) {
            C[0][i] = Character.digit(FIRST_CONSTANT.charAt(i), 16);
        }
        for (int r = 1; r < ROUNDS; r++) {
            System.arraycopy(C[r - 1], 0, C[r], 0, 64);
            round(C[r], zero, spare);
        }
    }

    private final int digestBytes;
    private int[] h = new int[1024]; // bits, as the specification numbers them
    private int[] q = new int[256];
    private int[] spare = new int[256];
    private byte[] padded = new byte[BLOCK];
    private long length; // bytes of the message in the blocks hashed

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     */
    protected Jh(String algorithm, int digestBytes) {
        super(algorithm, digestBytes, BLOCK, false);
        this.digestBytes = digestBytes;
        start();
    }

    @Override
    protected final void start() {
        for (int i = 0; i < 1024; i++) {
            h[i] = i < 16 ? digestBytes * 8 >> 15 - i & 1 : 0;
        }
        Arrays.fill(padded, (byte) 0);
        f8(padded, 0);
        length = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (int i = 0; i < count; i++) {
            f8(in, offset + BLOCK * i);
            length += BLOCK;
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        long bits = (this.length + length) * 8;
        rest[length] = (byte) 0x80;
        Arrays.fill(rest, length + 1, BLOCK, (byte) 0);
        if (length > 0) {
            f8(rest, 0);
            Arrays.fill(rest, 0, BLOCK, (byte) 0);
        }
        for (int i = 0; i < 8; i++) {
            rest[BLOCK - 1 - i] = (byte) (bits >>> 8 * i);
        }
        f8(rest, 0);
        for (int i = 0; i < digestBytes; i++) {
            int value = 0;
            for (int j = 0; j < 8; j++) {
                value = value << 1 ^ h[1024 - digestBytes * 8 + 8 * i + j];
            }
            out[offset + i] = (byte) value;
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Jh copy = (Jh) super.clone();
        copy.h = h.clone();
        copy.q = q.clone();
        copy.spare = spare.clone();
        copy.padded = padded.clone();
        return copy;
    }

    private void f8(byte[] in, int offset) {
        for (int i = 0; i < 512; i++) {
            h[i] ^= in[offset + i / 8] >> 7 - i % 8 & 1;
        }
        e8();
        for (int i = 0; i < 512; i++) {
            h[512 + i] ^= in[offset + i / 8] >> 7 - i % 8 & 1;
        }
    }

    private void e8() {
        for (int i = 0; i < 128; i++) {
            q[2 * i] = h[i] << 3 ^ h[i + 256] << 2 ^ h[i + 512] << 1 ^ h[i + 768];
            q[2 * i + 1] = h[i + 128] << 3 ^ h[i + 384] << 2 ^ h[i + 640] << 1 ^ h[i + 896];
        }
        for (int r = 0; r < ROUNDS; r++) {
            round(q, C[r], spare);
        }
        for (int i = 0; i < 128; i++) {
            for (int j = 0; j < 4; j++) {
                h[i + 256 * j] = q[2 * i] >> 3 - j & 1;
                h[i + 256 * j + 128] = q[2 * i + 1] >> 3 - j & 1;
            }
        }
    }

    /** R_d on 2^d elements; constants holds their bits, four to an element. */
    private static void round(int[] a, int[] constants, int[] spare) {
        int n = a.length;
        for (int i = 0; i < n; i++) {
            a[i] = S[constants[i / 4] >> 3 - i % 4 & 1][a[i]];
        }
        for (int i = 0; i < n; i += 2) {
            a[i + 1] ^= twice(a[i]);
            a[i] ^= twice(a[i + 1]);
        }
        permute(a, spare);
    }

    /** In GF(16), x^4 = x + 1. */
    private static int twice(int x) {
        return (x << 1 ^ x >> 3 ^ x >> 2 & 2) & 15;
    }

    private static void permute(int[] a, int[] spare) {
        int n = a.length;
        for (int i = 0; i < n; i += 4) {
            swap(a, i + 2);
        }
        for (int i = 0; i < n / 2; i++) {
            spare[i] = a[2 * i];
            spare[i + n / 2] = a[2 * i + 1];
        }
        for (int i = n / 2; i < n; i += 2) {
            swap(spare, i);
        }
        System.arraycopy(spare, 0, a, 0, n);
    }

    private static void swap(int[] a, int i) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
    }
}
