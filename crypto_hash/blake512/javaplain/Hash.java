/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake512.javaplain;

import digest.BlockDigest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * BLAKE-512 in the letters and the order of section 2.2 of "SHA-3 proposal BLAKE", version 1.3,
 * 2010, as one would write it first: arrays, a table of tables, a method for each formula. The salt
 * is zero.
 */
public final class Hash extends BlockDigest {
    private static final int BLOCK_BYTES = 128;
    private static final int LENGTH_AT = 112; // in the last block

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final long[] IV = {
        0x6a09e667f3bcc908L, 0xbb67ae8584caa73bL,
        0x3c6ef372fe94f82bL, 0xa54ff53a5f1d36f1L,
        0x510e527fade682d1L, 0x9b05688c2b3e6c1fL,
        0x1f83d9abfb41bd6bL, 0x5be0cd19137e2179L,
    };

    // the first digits of pi
    private static final long[] C = {
        0x243f6a8885a308d3L, 0x13198a2e03707344L,
        0xa4093822299f31d0L, 0x082efa98ec4e6c89L,
        0x452821e638d01377L, 0xbe5466cf34e90c6cL,
        0xc0ac29b7c97c50ddL, 0x3f84d5b5b5470917L,
        0x9216d5d98979fb1bL, 0xd1310ba698dfb5acL,
        0x2ffd72dbd01adfb7L, 0xb8e1afed6a267e96L,
        0xba7c9045f12c7f99L, 0x24a19947b3916cf7L,
        0x0801f2e2858efc16L, 0x636920d871574e69L,
    };

    private static final int[][] SIGMA = {
        { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15},
        {14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3},
        {11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4},
        { 7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8},
        { 9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13},
        { 2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9},
        {12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11},
        {13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10},
        { 6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5},
        {10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0},
    };

    private long[] h = new long[8];
    private long[] m = new long[16];
    private long[] v = new long[16];
    private long bits; // of the message so far, modulo 2^64
    private long highBits; // how often 2^64 went into them

    public Hash() {
        super("BLAKE-512", 64, BLOCK_BYTES, false);
        start();
    }

    @Override
    protected void start() {
        System.arraycopy(IV, 0, h, 0, 8);
        bits = 0;
        highBits = 0;
    }

    @Override
    protected void blocks(byte[] in, int offset, int count) {
        for (; count > 0; count--) {
            bits += 8 * BLOCK_BYTES;
            if (bits == 0) {
                highBits++;
            }
            compress(in, offset, bits, highBits);
            offset += BLOCK_BYTES;
        }
    }

    @Override
    protected void finish(byte[] rest, int length, byte[] out, int offset) {
        bits += 8 * length; // no carry: a whole number of blocks went before
        Arrays.fill(rest, length, BLOCK_BYTES, (byte) 0);
        rest[length] = (byte) 0x80;
        // the counter of a block without a bit of the message is zero
        boolean counted = length > 0;
        if (length >= LENGTH_AT) {
            compress(rest, 0, bits, highBits);
            Arrays.fill(rest, (byte) 0);
            counted = false;
        }
        rest[LENGTH_AT - 1] |= 1;
        WORDS.set(rest, LENGTH_AT, highBits);
        WORDS.set(rest, LENGTH_AT + 8, bits);
        compress(rest, 0, counted ? bits : 0, counted ? highBits : 0);
        for (int i = 0; i < 8; i++) {
            WORDS.set(out, offset + 8 * i, h[i]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Hash copy = (Hash) super.clone();
        copy.h = h.clone();
        copy.m = m.clone();
        copy.v = v.clone();
        return copy;
    }

    private void compress(byte[] in, int offset, long low, long high) {
        for (int i = 0; i < 16; i++) {
            m[i] = (long) WORDS.get(in, offset + 8 * i);
        }
        for (int i = 0; i < 8; i++) {
            v[i] = h[i];
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
            h[i] ^= v[i] ^ v[i + 8];
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
