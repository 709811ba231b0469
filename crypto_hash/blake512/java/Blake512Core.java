/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake512.java;

import digest.BlockDigest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * BLAKE-512 and BLAKE-384, section 2 of "SHA-3 proposal BLAKE", version 1.3. The salt is zero.
 *
 * <p>HotSpot translates a method of one round well, all rounds in one method badly or, beyond 8000
 * bytes of byte code, not at all. So the round is a method that is called 16 times. It takes its
 * message words, already xored with the constants, as arguments: 16 calls say in which order,
 * where a loop would look every one up in a table. The state passes from round to round in fields,
 * which unlike an array need no check of an index, and is in local variables in between.
 */
public abstract class Blake512Core extends BlockDigest {
    private static final int BLOCK_BYTES = 128;
    private static final int LENGTH_AT = 112; // in the last block

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    // the first digits of pi
    private static final long C0 = 0x243f6a8885a308d3L, C1 = 0x13198a2e03707344L;
    private static final long C2 = 0xa4093822299f31d0L, C3 = 0x082efa98ec4e6c89L;
    private static final long C4 = 0x452821e638d01377L, C5 = 0xbe5466cf34e90c6cL;
    private static final long C6 = 0xc0ac29b7c97c50ddL, C7 = 0x3f84d5b5b5470917L;
    private static final long C8 = 0x9216d5d98979fb1bL, C9 = 0xd1310ba698dfb5acL;
    private static final long C10 = 0x2ffd72dbd01adfb7L, C11 = 0xb8e1afed6a267e96L;
    private static final long C12 = 0xba7c9045f12c7f99L, C13 = 0x24a19947b3916cf7L;
    private static final long C14 = 0x0801f2e2858efc16L, C15 = 0x636920d871574e69L;

    private final long[] initial;
    private final int lastPaddingBit;
    private long[] h = new long[8];
    private long bits; // of the message so far, modulo 2^64
    private long highBits; // how often 2^64 went into them
    private long state0, state1, state2, state3, state4, state5, state6, state7;
    private long state8, state9, state10, state11, state12, state13, state14, state15;

    /**
     * @param algorithm the standard name
     * @param initial the eight words of the chaining value before the first block
     * @param digestBytes length of the digest, a whole number of words
     * @param lastPaddingBit 0 or 1, what stands before the length
     */
    protected Blake512Core(String algorithm, long[] initial, int digestBytes, int lastPaddingBit) {
        super(algorithm, digestBytes, BLOCK_BYTES, false);
        this.initial = initial;
        this.lastPaddingBit = lastPaddingBit;
        start();
    }

    @Override
    protected final void start() {
        System.arraycopy(initial, 0, h, 0, 8);
        bits = 0;
        highBits = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
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
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
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
        rest[LENGTH_AT - 1] |= (byte) lastPaddingBit;
        WORDS.set(rest, LENGTH_AT, highBits);
        WORDS.set(rest, LENGTH_AT + 8, bits);
        compress(rest, 0, counted ? bits : 0, counted ? highBits : 0);
        for (int i = 0; i < engineGetDigestLength() / 8; i++) {
            WORDS.set(out, offset + 8 * i, h[i]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Blake512Core copy = (Blake512Core) super.clone();
        copy.h = h.clone();
        return copy;
    }

    private void compress(byte[] in, int offset, long low, long high) {
        long m0 = (long) WORDS.get(in, offset);
        long m1 = (long) WORDS.get(in, offset + 8);
        long m2 = (long) WORDS.get(in, offset + 16);
        long m3 = (long) WORDS.get(in, offset + 24);
        long m4 = (long) WORDS.get(in, offset + 32);
        long m5 = (long) WORDS.get(in, offset + 40);
        long m6 = (long) WORDS.get(in, offset + 48);
        long m7 = (long) WORDS.get(in, offset + 56);
        long m8 = (long) WORDS.get(in, offset + 64);
        long m9 = (long) WORDS.get(in, offset + 72);
        long m10 = (long) WORDS.get(in, offset + 80);
        long m11 = (long) WORDS.get(in, offset + 88);
        long m12 = (long) WORDS.get(in, offset + 96);
        long m13 = (long) WORDS.get(in, offset + 104);
        long m14 = (long) WORDS.get(in, offset + 112);
        long m15 = (long) WORDS.get(in, offset + 120);

        state0 = h[0];
        state1 = h[1];
        state2 = h[2];
        state3 = h[3];
        state4 = h[4];
        state5 = h[5];
        state6 = h[6];
        state7 = h[7];
        state8 = C0;
        state9 = C1;
        state10 = C2;
        state11 = C3;
        state12 = low ^ C4;
        state13 = low ^ C5;
        state14 = high ^ C6;
        state15 = high ^ C7;

        round(
            m0 ^ C1, m1 ^ C0, m2 ^ C3, m3 ^ C2, m4 ^ C5, m5 ^ C4, m6 ^ C7, m7 ^ C6,
            m8 ^ C9, m9 ^ C8, m10 ^ C11, m11 ^ C10, m12 ^ C13, m13 ^ C12, m14 ^ C15, m15 ^ C14);
        round(
            m14 ^ C10, m10 ^ C14, m4 ^ C8, m8 ^ C4, m9 ^ C15, m15 ^ C9, m13 ^ C6, m6 ^ C13,
            m1 ^ C12, m12 ^ C1, m0 ^ C2, m2 ^ C0, m11 ^ C7, m7 ^ C11, m5 ^ C3, m3 ^ C5);
        round(
            m11 ^ C8, m8 ^ C11, m12 ^ C0, m0 ^ C12, m5 ^ C2, m2 ^ C5, m15 ^ C13, m13 ^ C15,
            m10 ^ C14, m14 ^ C10, m3 ^ C6, m6 ^ C3, m7 ^ C1, m1 ^ C7, m9 ^ C4, m4 ^ C9);
        round(
            m7 ^ C9, m9 ^ C7, m3 ^ C1, m1 ^ C3, m13 ^ C12, m12 ^ C13, m11 ^ C14, m14 ^ C11,
            m2 ^ C6, m6 ^ C2, m5 ^ C10, m10 ^ C5, m4 ^ C0, m0 ^ C4, m15 ^ C8, m8 ^ C15);
        round(
            m9 ^ C0, m0 ^ C9, m5 ^ C7, m7 ^ C5, m2 ^ C4, m4 ^ C2, m10 ^ C15, m15 ^ C10,
            m14 ^ C1, m1 ^ C14, m11 ^ C12, m12 ^ C11, m6 ^ C8, m8 ^ C6, m3 ^ C13, m13 ^ C3);
        round(
            m2 ^ C12, m12 ^ C2, m6 ^ C10, m10 ^ C6, m0 ^ C11, m11 ^ C0, m8 ^ C3, m3 ^ C8,
            m4 ^ C13, m13 ^ C4, m7 ^ C5, m5 ^ C7, m15 ^ C14, m14 ^ C15, m1 ^ C9, m9 ^ C1);
        round(
            m12 ^ C5, m5 ^ C12, m1 ^ C15, m15 ^ C1, m14 ^ C13, m13 ^ C14, m4 ^ C10, m10 ^ C4,
            m0 ^ C7, m7 ^ C0, m6 ^ C3, m3 ^ C6, m9 ^ C2, m2 ^ C9, m8 ^ C11, m11 ^ C8);
        round(
            m13 ^ C11, m11 ^ C13, m7 ^ C14, m14 ^ C7, m12 ^ C1, m1 ^ C12, m3 ^ C9, m9 ^ C3,
            m5 ^ C0, m0 ^ C5, m15 ^ C4, m4 ^ C15, m8 ^ C6, m6 ^ C8, m2 ^ C10, m10 ^ C2);
        round(
            m6 ^ C15, m15 ^ C6, m14 ^ C9, m9 ^ C14, m11 ^ C3, m3 ^ C11, m0 ^ C8, m8 ^ C0,
            m12 ^ C2, m2 ^ C12, m13 ^ C7, m7 ^ C13, m1 ^ C4, m4 ^ C1, m10 ^ C5, m5 ^ C10);
        round(
            m10 ^ C2, m2 ^ C10, m8 ^ C4, m4 ^ C8, m7 ^ C6, m6 ^ C7, m1 ^ C5, m5 ^ C1,
            m15 ^ C11, m11 ^ C15, m9 ^ C14, m14 ^ C9, m3 ^ C12, m12 ^ C3, m13 ^ C0, m0 ^ C13);
        round(
            m0 ^ C1, m1 ^ C0, m2 ^ C3, m3 ^ C2, m4 ^ C5, m5 ^ C4, m6 ^ C7, m7 ^ C6,
            m8 ^ C9, m9 ^ C8, m10 ^ C11, m11 ^ C10, m12 ^ C13, m13 ^ C12, m14 ^ C15, m15 ^ C14);
        round(
            m14 ^ C10, m10 ^ C14, m4 ^ C8, m8 ^ C4, m9 ^ C15, m15 ^ C9, m13 ^ C6, m6 ^ C13,
            m1 ^ C12, m12 ^ C1, m0 ^ C2, m2 ^ C0, m11 ^ C7, m7 ^ C11, m5 ^ C3, m3 ^ C5);
        round(
            m11 ^ C8, m8 ^ C11, m12 ^ C0, m0 ^ C12, m5 ^ C2, m2 ^ C5, m15 ^ C13, m13 ^ C15,
            m10 ^ C14, m14 ^ C10, m3 ^ C6, m6 ^ C3, m7 ^ C1, m1 ^ C7, m9 ^ C4, m4 ^ C9);
        round(
            m7 ^ C9, m9 ^ C7, m3 ^ C1, m1 ^ C3, m13 ^ C12, m12 ^ C13, m11 ^ C14, m14 ^ C11,
            m2 ^ C6, m6 ^ C2, m5 ^ C10, m10 ^ C5, m4 ^ C0, m0 ^ C4, m15 ^ C8, m8 ^ C15);
        round(
            m9 ^ C0, m0 ^ C9, m5 ^ C7, m7 ^ C5, m2 ^ C4, m4 ^ C2, m10 ^ C15, m15 ^ C10,
            m14 ^ C1, m1 ^ C14, m11 ^ C12, m12 ^ C11, m6 ^ C8, m8 ^ C6, m3 ^ C13, m13 ^ C3);
        round(
            m2 ^ C12, m12 ^ C2, m6 ^ C10, m10 ^ C6, m0 ^ C11, m11 ^ C0, m8 ^ C3, m3 ^ C8,
            m4 ^ C13, m13 ^ C4, m7 ^ C5, m5 ^ C7, m15 ^ C14, m14 ^ C15, m1 ^ C9, m9 ^ C1);

        h[0] ^= state0 ^ state8;
        h[1] ^= state1 ^ state9;
        h[2] ^= state2 ^ state10;
        h[3] ^= state3 ^ state11;
        h[4] ^= state4 ^ state12;
        h[5] ^= state5 ^ state13;
        h[6] ^= state6 ^ state14;
        h[7] ^= state7 ^ state15;
    }

    private void round(
            long x0, long x1, long x2, long x3, long x4, long x5, long x6, long x7,
            long x8, long x9, long x10, long x11, long x12, long x13, long x14, long x15) {
        long v0 = state0, v1 = state1, v2 = state2, v3 = state3;
        long v4 = state4, v5 = state5, v6 = state6, v7 = state7;
        long v8 = state8, v9 = state9, v10 = state10, v11 = state11;
        long v12 = state12, v13 = state13, v14 = state14, v15 = state15;

        // columns
        v0 += v4 + x0; v12 = Long.rotateRight(v12 ^ v0, 32);
        v8 += v12; v4 = Long.rotateRight(v4 ^ v8, 25);
        v0 += v4 + x1; v12 = Long.rotateRight(v12 ^ v0, 16);
        v8 += v12; v4 = Long.rotateRight(v4 ^ v8, 11);
        v1 += v5 + x2; v13 = Long.rotateRight(v13 ^ v1, 32);
        v9 += v13; v5 = Long.rotateRight(v5 ^ v9, 25);
        v1 += v5 + x3; v13 = Long.rotateRight(v13 ^ v1, 16);
        v9 += v13; v5 = Long.rotateRight(v5 ^ v9, 11);
        v2 += v6 + x4; v14 = Long.rotateRight(v14 ^ v2, 32);
        v10 += v14; v6 = Long.rotateRight(v6 ^ v10, 25);
        v2 += v6 + x5; v14 = Long.rotateRight(v14 ^ v2, 16);
        v10 += v14; v6 = Long.rotateRight(v6 ^ v10, 11);
        v3 += v7 + x6; v15 = Long.rotateRight(v15 ^ v3, 32);
        v11 += v15; v7 = Long.rotateRight(v7 ^ v11, 25);
        v3 += v7 + x7; v15 = Long.rotateRight(v15 ^ v3, 16);
        v11 += v15; v7 = Long.rotateRight(v7 ^ v11, 11);

        // diagonals
        v0 += v5 + x8; v15 = Long.rotateRight(v15 ^ v0, 32);
        v10 += v15; v5 = Long.rotateRight(v5 ^ v10, 25);
        v0 += v5 + x9; v15 = Long.rotateRight(v15 ^ v0, 16);
        v10 += v15; v5 = Long.rotateRight(v5 ^ v10, 11);
        v1 += v6 + x10; v12 = Long.rotateRight(v12 ^ v1, 32);
        v11 += v12; v6 = Long.rotateRight(v6 ^ v11, 25);
        v1 += v6 + x11; v12 = Long.rotateRight(v12 ^ v1, 16);
        v11 += v12; v6 = Long.rotateRight(v6 ^ v11, 11);
        v2 += v7 + x12; v13 = Long.rotateRight(v13 ^ v2, 32);
        v8 += v13; v7 = Long.rotateRight(v7 ^ v8, 25);
        v2 += v7 + x13; v13 = Long.rotateRight(v13 ^ v2, 16);
        v8 += v13; v7 = Long.rotateRight(v7 ^ v8, 11);
        v3 += v4 + x14; v14 = Long.rotateRight(v14 ^ v3, 32);
        v9 += v14; v4 = Long.rotateRight(v4 ^ v9, 25);
        v3 += v4 + x15; v14 = Long.rotateRight(v14 ^ v3, 16);
        v9 += v14; v4 = Long.rotateRight(v4 ^ v9, 11);

        state0 = v0;
        state1 = v1;
        state2 = v2;
        state3 = v3;
        state4 = v4;
        state5 = v5;
        state6 = v6;
        state7 = v7;
        state8 = v8;
        state9 = v9;
        state10 = v10;
        state11 = v11;
        state12 = v12;
        state13 = v13;
        state14 = v14;
        state15 = v15;
    }
}
