/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake256.java;

import digest.BlockDigest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * BLAKE-256 and BLAKE-224, section 2 of "SHA-3 proposal BLAKE", version 1.3. The salt is zero.
 *
 * <p>HotSpot translates a method of one round well, all rounds in one method badly or, beyond 8000
 * bytes of byte code, not at all. So the round is a method that is called 14 times. It takes its
 * message words, already xored with the constants, as arguments: 14 calls say in which order,
 * where a loop would look every one up in a table. The state passes from round to round in fields,
 * which unlike an array need no check of an index, and is in local variables in between.
 */
public abstract class Blake256Core extends BlockDigest {
    private static final int BLOCK_BYTES = 64;
    private static final int LENGTH_AT = 56; // in the last block

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    // the first digits of pi
    private static final int C0 = 0x243f6a88, C1 = 0x85a308d3, C2 = 0x13198a2e, C3 = 0x03707344;
    private static final int C4 = 0xa4093822, C5 = 0x299f31d0, C6 = 0x082efa98, C7 = 0xec4e6c89;
    private static final int C8 = 0x452821e6, C9 = 0x38d01377, C10 = 0xbe5466cf, C11 = 0x34e90c6c;
    private static final int C12 = 0xc0ac29b7, C13 = 0xc97c50dd, C14 = 0x3f84d5b5, C15 = 0xb5470917;

    private final int[] initial;
    private final int lastPaddingBit;
    private int[] h = new int[8];
    private long bits; // of the message so far
    private int state0, state1, state2, state3, state4, state5, state6, state7;
    private int state8, state9, state10, state11, state12, state13, state14, state15;

    /**
     * @param algorithm the standard name
     * @param initial the eight words of the chaining value before the first block
     * @param digestBytes length of the digest, a whole number of words
     * @param lastPaddingBit 0 or 1, what stands before the length
     */
    protected Blake256Core(String algorithm, int[] initial, int digestBytes, int lastPaddingBit) {
        super(algorithm, digestBytes, BLOCK_BYTES, false);
        this.initial = initial;
        this.lastPaddingBit = lastPaddingBit;
        start();
    }

    @Override
    protected final void start() {
        System.arraycopy(initial, 0, h, 0, 8);
        bits = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (; count > 0; count--) {
            bits += 8 * BLOCK_BYTES;
            compress(in, offset, bits);
            offset += BLOCK_BYTES;
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        bits += 8 * length;
        Arrays.fill(rest, length, BLOCK_BYTES, (byte) 0);
        rest[length] = (byte) 0x80;
        // the counter of a block without a bit of the message is zero
        boolean counted = length > 0;
        if (length >= LENGTH_AT) {
            compress(rest, 0, bits);
            Arrays.fill(rest, (byte) 0);
            counted = false;
        }
        rest[LENGTH_AT - 1] |= (byte) lastPaddingBit;
        WORDS.set(rest, LENGTH_AT, (int) (bits >>> 32));
        WORDS.set(rest, LENGTH_AT + 4, (int) bits);
        compress(rest, 0, counted ? bits : 0);
        for (int i = 0; i < engineGetDigestLength() / 4; i++) {
            WORDS.set(out, offset + 4 * i, h[i]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Blake256Core copy = (Blake256Core) super.clone();
        copy.h = h.clone();
        return copy;
    }

    private void compress(byte[] in, int offset, long counter) {
        int m0 = (int) WORDS.get(in, offset);
        int m1 = (int) WORDS.get(in, offset + 4);
        int m2 = (int) WORDS.get(in, offset + 8);
        int m3 = (int) WORDS.get(in, offset + 12);
        int m4 = (int) WORDS.get(in, offset + 16);
        int m5 = (int) WORDS.get(in, offset + 20);
        int m6 = (int) WORDS.get(in, offset + 24);
        int m7 = (int) WORDS.get(in, offset + 28);
        int m8 = (int) WORDS.get(in, offset + 32);
        int m9 = (int) WORDS.get(in, offset + 36);
        int m10 = (int) WORDS.get(in, offset + 40);
        int m11 = (int) WORDS.get(in, offset + 44);
        int m12 = (int) WORDS.get(in, offset + 48);
        int m13 = (int) WORDS.get(in, offset + 52);
        int m14 = (int) WORDS.get(in, offset + 56);
        int m15 = (int) WORDS.get(in, offset + 60);

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
        state12 = (int) counter ^ C4;
        state13 = (int) counter ^ C5;
        state14 = (int) (counter >>> 32) ^ C6;
        state15 = (int) (counter >>> 32) ^ C7;

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
            int x0, int x1, int x2, int x3, int x4, int x5, int x6, int x7,
            int x8, int x9, int x10, int x11, int x12, int x13, int x14, int x15) {
        int v0 = state0, v1 = state1, v2 = state2, v3 = state3;
        int v4 = state4, v5 = state5, v6 = state6, v7 = state7;
        int v8 = state8, v9 = state9, v10 = state10, v11 = state11;
        int v12 = state12, v13 = state13, v14 = state14, v15 = state15;

        // columns
        v0 += v4 + x0; v12 = Integer.rotateRight(v12 ^ v0, 16);
        v8 += v12; v4 = Integer.rotateRight(v4 ^ v8, 12);
        v0 += v4 + x1; v12 = Integer.rotateRight(v12 ^ v0, 8);
        v8 += v12; v4 = Integer.rotateRight(v4 ^ v8, 7);
        v1 += v5 + x2; v13 = Integer.rotateRight(v13 ^ v1, 16);
        v9 += v13; v5 = Integer.rotateRight(v5 ^ v9, 12);
        v1 += v5 + x3; v13 = Integer.rotateRight(v13 ^ v1, 8);
        v9 += v13; v5 = Integer.rotateRight(v5 ^ v9, 7);
        v2 += v6 + x4; v14 = Integer.rotateRight(v14 ^ v2, 16);
        v10 += v14; v6 = Integer.rotateRight(v6 ^ v10, 12);
        v2 += v6 + x5; v14 = Integer.rotateRight(v14 ^ v2, 8);
        v10 += v14; v6 = Integer.rotateRight(v6 ^ v10, 7);
        v3 += v7 + x6; v15 = Integer.rotateRight(v15 ^ v3, 16);
        v11 += v15; v7 = Integer.rotateRight(v7 ^ v11, 12);
        v3 += v7 + x7; v15 = Integer.rotateRight(v15 ^ v3, 8);
        v11 += v15; v7 = Integer.rotateRight(v7 ^ v11, 7);

        // diagonals
        v0 += v5 + x8; v15 = Integer.rotateRight(v15 ^ v0, 16);
        v10 += v15; v5 = Integer.rotateRight(v5 ^ v10, 12);
        v0 += v5 + x9; v15 = Integer.rotateRight(v15 ^ v0, 8);
        v10 += v15; v5 = Integer.rotateRight(v5 ^ v10, 7);
        v1 += v6 + x10; v12 = Integer.rotateRight(v12 ^ v1, 16);
        v11 += v12; v6 = Integer.rotateRight(v6 ^ v11, 12);
        v1 += v6 + x11; v12 = Integer.rotateRight(v12 ^ v1, 8);
        v11 += v12; v6 = Integer.rotateRight(v6 ^ v11, 7);
        v2 += v7 + x12; v13 = Integer.rotateRight(v13 ^ v2, 16);
        v8 += v13; v7 = Integer.rotateRight(v7 ^ v8, 12);
        v2 += v7 + x13; v13 = Integer.rotateRight(v13 ^ v2, 8);
        v8 += v13; v7 = Integer.rotateRight(v7 ^ v8, 7);
        v3 += v4 + x14; v14 = Integer.rotateRight(v14 ^ v3, 16);
        v9 += v14; v4 = Integer.rotateRight(v4 ^ v9, 12);
        v3 += v4 + x15; v14 = Integer.rotateRight(v14 ^ v3, 8);
        v9 += v14; v4 = Integer.rotateRight(v4 ^ v9, 7);

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
