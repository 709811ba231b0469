/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.keccakc512.java32;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Keccak-f[1600] on words of 32 bits, bit-interleaved: one word has the even bits of a lane,
 * another the odd ones, so that the rotation of a lane is two rotations of words, which a 32-bit VM
 * has an instruction for, while it puts one of 64 bits together from six or more. Message and
 * digest alone are converted. All 50 words are local variables, and a round is an iteration: with
 * the lanes in arrays, which is faster in a 64-bit VM, 33 cycles/byte, so 26 (Zen 3, JDK 17).
 */
public abstract class Keccak extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int[] RC = {
        0x00000001, 0x00000000, 0x00000000, 0x00000089, 0x00000000, 0x8000008b,
        0x00000000, 0x80008080, 0x00000001, 0x0000008b, 0x00000001, 0x00008000,
        0x00000001, 0x80008088, 0x00000001, 0x80000082, 0x00000000, 0x0000000b,
        0x00000000, 0x0000000a, 0x00000001, 0x00008082, 0x00000000, 0x00008003,
        0x00000001, 0x0000808b, 0x00000001, 0x8000000b, 0x00000001, 0x8000008a,
        0x00000001, 0x80000081, 0x00000000, 0x80000081, 0x00000000, 0x80000008,
        0x00000000, 0x00000083, 0x00000000, 0x80008003, 0x00000001, 0x80008088,
        0x00000000, 0x80000088, 0x00000001, 0x00008000, 0x00000000, 0x80008082,
    };

    private final int rate; // bytes of a block
    private final int digestBytes;
    private int[] a = new int[50]; // the even bits of lane x, y at 2 (x + 5 y), the odd ones behind

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes; the capacity is twice as much
     */
    protected Keccak(String algorithm, int digestBytes) {
        super(algorithm, digestBytes, 200 - 2 * digestBytes, false);
        this.digestBytes = digestBytes;
        rate = 200 - 2 * digestBytes;
    }

    @Override
    protected final void start() {
        Arrays.fill(a, 0);
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        int[] a = this.a;
        for (int end = offset + count * rate; offset < end; offset += rate) {
            for (int i = 0; i < rate / 4; i += 2) {
                int low = separate((int) WORD.get(in, offset + 4 * i));
                int high = separate((int) WORD.get(in, offset + 4 * i + 4));
                a[i] ^= low & 0xffff | high << 16;
                a[i + 1] ^= low >>> 16 | high & 0xffff0000;
            }
            permute(a);
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, rate, (byte) 0);
        rest[length] = 1;
        rest[rate - 1] |= (byte) 0x80;
        blocks(rest, 0, 1);
        for (int i = 0; i < digestBytes; i++) {
            int even = a[i / 8 * 2];
            int odd = a[i / 8 * 2 + 1];
            int half = i % 8 < 4 ? even & 0xffff | odd << 16 : even >>> 16 | odd & 0xffff0000;
            out[offset + i] = (byte) (join(half) >>> i % 4 * 8);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Keccak copy = (Keccak) super.clone();
        copy.a = a.clone();
        return copy;
    }

    /** Even bits to the lower half, odd ones to the upper. */
    private static int separate(int x) {
        x = exchange(x, 0x22222222, 1);
        x = exchange(x, 0x0c0c0c0c, 2);
        x = exchange(x, 0x00f000f0, 4);
        return exchange(x, 0x0000ff00, 8);
    }

    /** The inverse of separate. */
    private static int join(int x) {
        x = exchange(x, 0x0000ff00, 8);
        x = exchange(x, 0x00f000f0, 4);
        x = exchange(x, 0x0c0c0c0c, 2);
        return exchange(x, 0x22222222, 1);
    }

    /** Exchanges the bits under the mask with those n places higher. */
    private static int exchange(int x, int mask, int n) {
        int t = (x ^ x >>> n) & mask;
        return x ^ t ^ t << n;
    }

    private static void permute(int[] a) {
        int a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], a4 = a[4], a5 = a[5], a6 = a[6], a7 = a[7];
        int a8 = a[8], a9 = a[9], a10 = a[10], a11 = a[11], a12 = a[12], a13 = a[13], a14 = a[14];
        int a15 = a[15], a16 = a[16], a17 = a[17], a18 = a[18], a19 = a[19], a20 = a[20];
        int a21 = a[21], a22 = a[22], a23 = a[23], a24 = a[24], a25 = a[25], a26 = a[26];
        int a27 = a[27], a28 = a[28], a29 = a[29], a30 = a[30], a31 = a[31], a32 = a[32];
        int a33 = a[33], a34 = a[34], a35 = a[35], a36 = a[36], a37 = a[37], a38 = a[38];
        int a39 = a[39], a40 = a[40], a41 = a[41], a42 = a[42], a43 = a[43], a44 = a[44];
        int a45 = a[45], a46 = a[46], a47 = a[47], a48 = a[48], a49 = a[49];

        for (int c = 0; c < 48; c += 2) {
            int p0 = a0 ^ a10 ^ a20 ^ a30 ^ a40;
            int p1 = a1 ^ a11 ^ a21 ^ a31 ^ a41;
            int p2 = a2 ^ a12 ^ a22 ^ a32 ^ a42;
            int p3 = a3 ^ a13 ^ a23 ^ a33 ^ a43;
            int p4 = a4 ^ a14 ^ a24 ^ a34 ^ a44;
            int p5 = a5 ^ a15 ^ a25 ^ a35 ^ a45;
            int p6 = a6 ^ a16 ^ a26 ^ a36 ^ a46;
            int p7 = a7 ^ a17 ^ a27 ^ a37 ^ a47;
            int p8 = a8 ^ a18 ^ a28 ^ a38 ^ a48;
            int p9 = a9 ^ a19 ^ a29 ^ a39 ^ a49;
            int d0 = p8 ^ Integer.rotateLeft(p3, 1); int d1 = p9 ^ p2;
            int d2 = p0 ^ Integer.rotateLeft(p5, 1); int d3 = p1 ^ p4;
            int d4 = p2 ^ Integer.rotateLeft(p7, 1); int d5 = p3 ^ p6;
            int d6 = p4 ^ Integer.rotateLeft(p9, 1); int d7 = p5 ^ p8;
            int d8 = p6 ^ Integer.rotateLeft(p1, 1); int d9 = p7 ^ p0;
            int b0 = a0 ^ d0; int b2 = Integer.rotateLeft(a12 ^ d2, 22);
            int b4 = Integer.rotateLeft(a25 ^ d5, 22); int b6 = Integer.rotateLeft(a37 ^ d7, 11);
            int b8 = Integer.rotateLeft(a48 ^ d8, 7); int b1 = a1 ^ d1;
            int b3 = Integer.rotateLeft(a13 ^ d3, 22); int b5 = Integer.rotateLeft(a24 ^ d4, 21);
            int b7 = Integer.rotateLeft(a36 ^ d6, 10); int b9 = Integer.rotateLeft(a49 ^ d9, 7);
            int b10 = Integer.rotateLeft(a6 ^ d6, 14); int b12 = Integer.rotateLeft(a18 ^ d8, 10);
            int b14 = Integer.rotateLeft(a21 ^ d1, 2); int b16 = Integer.rotateLeft(a33 ^ d3, 23);
            int b18 = Integer.rotateLeft(a45 ^ d5, 31); int b11 = Integer.rotateLeft(a7 ^ d7, 14);
            int b13 = Integer.rotateLeft(a19 ^ d9, 10); int b15 = Integer.rotateLeft(a20 ^ d0, 1);
            int b17 = Integer.rotateLeft(a32 ^ d2, 22); int b19 = Integer.rotateLeft(a44 ^ d4, 30);
            int b20 = Integer.rotateLeft(a3 ^ d3, 1); int b22 = Integer.rotateLeft(a14 ^ d4, 3);
            int b24 = Integer.rotateLeft(a27 ^ d7, 13); int b26 = Integer.rotateLeft(a38 ^ d8, 4);
            int b28 = Integer.rotateLeft(a40 ^ d0, 9); int b21 = a2 ^ d2;
            int b23 = Integer.rotateLeft(a15 ^ d5, 3); int b25 = Integer.rotateLeft(a26 ^ d6, 12);
            int b27 = Integer.rotateLeft(a39 ^ d9, 4); int b29 = Integer.rotateLeft(a41 ^ d1, 9);
            int b30 = Integer.rotateLeft(a9 ^ d9, 14); int b32 = Integer.rotateLeft(a10 ^ d0, 18);
            int b34 = Integer.rotateLeft(a22 ^ d2, 5); int b36 = Integer.rotateLeft(a35 ^ d5, 8);
            int b38 = Integer.rotateLeft(a46 ^ d6, 28); int b31 = Integer.rotateLeft(a8 ^ d8, 13);
            int b33 = Integer.rotateLeft(a11 ^ d1, 18); int b35 = Integer.rotateLeft(a23 ^ d3, 5);
            int b37 = Integer.rotateLeft(a34 ^ d4, 7); int b39 = Integer.rotateLeft(a47 ^ d7, 28);
            int b40 = Integer.rotateLeft(a4 ^ d4, 31); int b42 = Integer.rotateLeft(a17 ^ d7, 28);
            int b44 = Integer.rotateLeft(a29 ^ d9, 20); int b46 = Integer.rotateLeft(a31 ^ d1, 21);
            int b48 = Integer.rotateLeft(a42 ^ d2, 1); int b41 = Integer.rotateLeft(a5 ^ d5, 31);
            int b43 = Integer.rotateLeft(a16 ^ d6, 27); int b45 = Integer.rotateLeft(a28 ^ d8, 19);
            int b47 = Integer.rotateLeft(a30 ^ d0, 20); int b49 = Integer.rotateLeft(a43 ^ d3, 1);
            a0 = b0 ^ (~b2 & b4) ^ RC[c]; a2 = b2 ^ (~b4 & b6); a4 = b4 ^ (~b6 & b8);
            a6 = b6 ^ (~b8 & b0); a8 = b8 ^ (~b0 & b2); a1 = b1 ^ (~b3 & b5) ^ RC[c + 1];
            a3 = b3 ^ (~b5 & b7); a5 = b5 ^ (~b7 & b9); a7 = b7 ^ (~b9 & b1); a9 = b9 ^ (~b1 & b3);
            a10 = b10 ^ (~b12 & b14); a12 = b12 ^ (~b14 & b16); a14 = b14 ^ (~b16 & b18);
            a16 = b16 ^ (~b18 & b10); a18 = b18 ^ (~b10 & b12); a11 = b11 ^ (~b13 & b15);
            a13 = b13 ^ (~b15 & b17); a15 = b15 ^ (~b17 & b19); a17 = b17 ^ (~b19 & b11);
            a19 = b19 ^ (~b11 & b13); a20 = b20 ^ (~b22 & b24); a22 = b22 ^ (~b24 & b26);
            a24 = b24 ^ (~b26 & b28); a26 = b26 ^ (~b28 & b20); a28 = b28 ^ (~b20 & b22);
            a21 = b21 ^ (~b23 & b25); a23 = b23 ^ (~b25 & b27); a25 = b25 ^ (~b27 & b29);
            a27 = b27 ^ (~b29 & b21); a29 = b29 ^ (~b21 & b23); a30 = b30 ^ (~b32 & b34);
            a32 = b32 ^ (~b34 & b36); a34 = b34 ^ (~b36 & b38); a36 = b36 ^ (~b38 & b30);
            a38 = b38 ^ (~b30 & b32); a31 = b31 ^ (~b33 & b35); a33 = b33 ^ (~b35 & b37);
            a35 = b35 ^ (~b37 & b39); a37 = b37 ^ (~b39 & b31); a39 = b39 ^ (~b31 & b33);
            a40 = b40 ^ (~b42 & b44); a42 = b42 ^ (~b44 & b46); a44 = b44 ^ (~b46 & b48);
            a46 = b46 ^ (~b48 & b40); a48 = b48 ^ (~b40 & b42); a41 = b41 ^ (~b43 & b45);
            a43 = b43 ^ (~b45 & b47); a45 = b45 ^ (~b47 & b49); a47 = b47 ^ (~b49 & b41);
            a49 = b49 ^ (~b41 & b43);
        }
        a[0] = a0; a[1] = a1; a[2] = a2; a[3] = a3; a[4] = a4; a[5] = a5; a[6] = a6; a[7] = a7;
        a[8] = a8; a[9] = a9; a[10] = a10; a[11] = a11; a[12] = a12; a[13] = a13; a[14] = a14;
        a[15] = a15; a[16] = a16; a[17] = a17; a[18] = a18; a[19] = a19; a[20] = a20; a[21] = a21;
        a[22] = a22; a[23] = a23; a[24] = a24; a[25] = a25; a[26] = a26; a[27] = a27; a[28] = a28;
        a[29] = a29; a[30] = a30; a[31] = a31; a[32] = a32; a[33] = a33; a[34] = a34; a[35] = a35;
        a[36] = a36; a[37] = a37; a[38] = a38; a[39] = a39; a[40] = a40; a[41] = a41; a[42] = a42;
        a[43] = a43; a[44] = a44; a[45] = a45; a[46] = a46; a[47] = a47; a[48] = a48; a[49] = a49;
    }
}
