/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.skein512256.java;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Skein-512, version 1.3, with any output length of whole bytes up to 64: state, key and tweak are
 * local variables of one method, which HotSpot keeps in registers as far as there are any.
 *
 * <p>The loop has 24 rounds: after them the tweak words are where they were, and only the nine key
 * words move on, by six places. 8 rounds a loop move key and tweak three times as often; all 72
 * in a row are too large for C2, which then leaves rotations as calls. The number of a subkey is
 * read from a table: a constant C2 would move out of the sum and past the additions behind it,
 * where it is added again and again (6.7 cycles/byte instead of 6.2; Zen 3, JDK 17). The limit:
 * C2's rounds alone take 4.0, buffering a block 0.6; portable C does all in 4.5. In a 32-bit VM a
 * word is a pair of registers, and the state is in memory whatever the loop.
 */
public abstract class Skein512 extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int BLOCK = 64;
    private static final long FIRST = 1L << 62;
    private static final long FINAL = 1L << 63;
    private static final long TYPE_MESSAGE = 48L << 56;
    private static final long TYPE_OUTPUT = 63L << 56;
    private static final long C240 = 0x1bd11bdaa9fc1a22L;
    /** The number that subkey s adds: no constants, see above. */
    private static final long[] COUNT = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    };

    private final int digestBytes;
    private final long[] iv;
    private long[] g = new long[8];
    private long position; // bytes of the message in the blocks hashed
    private long type; // the upper word of the next block's tweak

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param iv the chaining value after the configuration block; it is only read
     */
    protected Skein512(String algorithm, int digestBytes, long[] iv) {
        super(algorithm, digestBytes, BLOCK, true);
        this.digestBytes = digestBytes;
        this.iv = iv;
        start();
    }

    @Override
    protected final void start() {
        System.arraycopy(iv, 0, g, 0, 8);
        position = 0;
        type = TYPE_MESSAGE | FIRST;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (int end = offset + count * BLOCK; offset < end; offset += BLOCK) {
            position += BLOCK;
            block(g, in, offset, position, type);
            type = TYPE_MESSAGE;
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, BLOCK, (byte) 0);
        block(g, rest, 0, position + length, type | FINAL);
        Arrays.fill(rest, 0, BLOCK, (byte) 0);
        block(g, rest, 0, Long.BYTES, TYPE_OUTPUT | FIRST | FINAL);
        for (int i = 0; i < digestBytes; i++) {
            out[offset + i] = (byte) (g[i / 8] >>> i % 8 * 8);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Skein512 copy = (Skein512) super.clone();
        copy.g = g.clone();
        return copy;
    }

    /** UBI over one block with the tweak (t0, t1) and the chaining value g. */
    private static void block(long[] g, byte[] in, int offset, long t0, long t1) {
        long t2 = t0 ^ t1;
        long k0 = g[0], k1 = g[1], k2 = g[2], k3 = g[3], k4 = g[4], k5 = g[5], k6 = g[6], k7 = g[7];
        long k8 = C240 ^ ((k0 ^ k1) ^ (k2 ^ k3)) ^ ((k4 ^ k5) ^ (k6 ^ k7));
        long v0 = (long) WORD.get(in, offset);
        long v1 = (long) WORD.get(in, offset + 8);
        long v2 = (long) WORD.get(in, offset + 16);
        long v3 = (long) WORD.get(in, offset + 24);
        long v4 = (long) WORD.get(in, offset + 32);
        long v5 = (long) WORD.get(in, offset + 40);
        long v6 = (long) WORD.get(in, offset + 48);
        long v7 = (long) WORD.get(in, offset + 56);

        // MIX (x, y): y = rotated y ^ (x + y). The permutation is a choice of names.
        for (int s = 0; s < 18; s += 6) {
            v0 += k0; v1 += k1; v2 += k2; v3 += k3; v4 += k4;
            v5 += k5 + t0; v6 += k6 + t1; v7 += k7 + COUNT[s];
            v1 = Long.rotateLeft(v1, 46) ^ (v0 += v1); v3 = Long.rotateLeft(v3, 36) ^ (v2 += v3);
            v5 = Long.rotateLeft(v5, 19) ^ (v4 += v5); v7 = Long.rotateLeft(v7, 37) ^ (v6 += v7);
            v1 = Long.rotateLeft(v1, 33) ^ (v2 += v1); v7 = Long.rotateLeft(v7, 27) ^ (v4 += v7);
            v5 = Long.rotateLeft(v5, 14) ^ (v6 += v5); v3 = Long.rotateLeft(v3, 42) ^ (v0 += v3);
            v1 = Long.rotateLeft(v1, 17) ^ (v4 += v1); v3 = Long.rotateLeft(v3, 49) ^ (v6 += v3);
            v5 = Long.rotateLeft(v5, 36) ^ (v0 += v5); v7 = Long.rotateLeft(v7, 39) ^ (v2 += v7);
            v1 = Long.rotateLeft(v1, 44) ^ (v6 += v1); v7 = Long.rotateLeft(v7, 9) ^ (v0 += v7);
            v5 = Long.rotateLeft(v5, 54) ^ (v2 += v5); v3 = Long.rotateLeft(v3, 56) ^ (v4 += v3);

            v0 += k1; v1 += k2; v2 += k3; v3 += k4; v4 += k5;
            v5 += k6 + t1; v6 += k7 + t2; v7 += k8 + COUNT[s + 1];
            v1 = Long.rotateLeft(v1, 39) ^ (v0 += v1); v3 = Long.rotateLeft(v3, 30) ^ (v2 += v3);
            v5 = Long.rotateLeft(v5, 34) ^ (v4 += v5); v7 = Long.rotateLeft(v7, 24) ^ (v6 += v7);
            v1 = Long.rotateLeft(v1, 13) ^ (v2 += v1); v7 = Long.rotateLeft(v7, 50) ^ (v4 += v7);
            v5 = Long.rotateLeft(v5, 10) ^ (v6 += v5); v3 = Long.rotateLeft(v3, 17) ^ (v0 += v3);
            v1 = Long.rotateLeft(v1, 25) ^ (v4 += v1); v3 = Long.rotateLeft(v3, 29) ^ (v6 += v3);
            v5 = Long.rotateLeft(v5, 39) ^ (v0 += v5); v7 = Long.rotateLeft(v7, 43) ^ (v2 += v7);
            v1 = Long.rotateLeft(v1, 8) ^ (v6 += v1); v7 = Long.rotateLeft(v7, 35) ^ (v0 += v7);
            v5 = Long.rotateLeft(v5, 56) ^ (v2 += v5); v3 = Long.rotateLeft(v3, 22) ^ (v4 += v3);

            v0 += k2; v1 += k3; v2 += k4; v3 += k5; v4 += k6;
            v5 += k7 + t2; v6 += k8 + t0; v7 += k0 + COUNT[s + 2];
            v1 = Long.rotateLeft(v1, 46) ^ (v0 += v1); v3 = Long.rotateLeft(v3, 36) ^ (v2 += v3);
            v5 = Long.rotateLeft(v5, 19) ^ (v4 += v5); v7 = Long.rotateLeft(v7, 37) ^ (v6 += v7);
            v1 = Long.rotateLeft(v1, 33) ^ (v2 += v1); v7 = Long.rotateLeft(v7, 27) ^ (v4 += v7);
            v5 = Long.rotateLeft(v5, 14) ^ (v6 += v5); v3 = Long.rotateLeft(v3, 42) ^ (v0 += v3);
            v1 = Long.rotateLeft(v1, 17) ^ (v4 += v1); v3 = Long.rotateLeft(v3, 49) ^ (v6 += v3);
            v5 = Long.rotateLeft(v5, 36) ^ (v0 += v5); v7 = Long.rotateLeft(v7, 39) ^ (v2 += v7);
            v1 = Long.rotateLeft(v1, 44) ^ (v6 += v1); v7 = Long.rotateLeft(v7, 9) ^ (v0 += v7);
            v5 = Long.rotateLeft(v5, 54) ^ (v2 += v5); v3 = Long.rotateLeft(v3, 56) ^ (v4 += v3);

            v0 += k3; v1 += k4; v2 += k5; v3 += k6; v4 += k7;
            v5 += k8 + t0; v6 += k0 + t1; v7 += k1 + COUNT[s + 3];
            v1 = Long.rotateLeft(v1, 39) ^ (v0 += v1); v3 = Long.rotateLeft(v3, 30) ^ (v2 += v3);
            v5 = Long.rotateLeft(v5, 34) ^ (v4 += v5); v7 = Long.rotateLeft(v7, 24) ^ (v6 += v7);
            v1 = Long.rotateLeft(v1, 13) ^ (v2 += v1); v7 = Long.rotateLeft(v7, 50) ^ (v4 += v7);
            v5 = Long.rotateLeft(v5, 10) ^ (v6 += v5); v3 = Long.rotateLeft(v3, 17) ^ (v0 += v3);
            v1 = Long.rotateLeft(v1, 25) ^ (v4 += v1); v3 = Long.rotateLeft(v3, 29) ^ (v6 += v3);
            v5 = Long.rotateLeft(v5, 39) ^ (v0 += v5); v7 = Long.rotateLeft(v7, 43) ^ (v2 += v7);
            v1 = Long.rotateLeft(v1, 8) ^ (v6 += v1); v7 = Long.rotateLeft(v7, 35) ^ (v0 += v7);
            v5 = Long.rotateLeft(v5, 56) ^ (v2 += v5); v3 = Long.rotateLeft(v3, 22) ^ (v4 += v3);

            v0 += k4; v1 += k5; v2 += k6; v3 += k7; v4 += k8;
            v5 += k0 + t1; v6 += k1 + t2; v7 += k2 + COUNT[s + 4];
            v1 = Long.rotateLeft(v1, 46) ^ (v0 += v1); v3 = Long.rotateLeft(v3, 36) ^ (v2 += v3);
            v5 = Long.rotateLeft(v5, 19) ^ (v4 += v5); v7 = Long.rotateLeft(v7, 37) ^ (v6 += v7);
            v1 = Long.rotateLeft(v1, 33) ^ (v2 += v1); v7 = Long.rotateLeft(v7, 27) ^ (v4 += v7);
            v5 = Long.rotateLeft(v5, 14) ^ (v6 += v5); v3 = Long.rotateLeft(v3, 42) ^ (v0 += v3);
            v1 = Long.rotateLeft(v1, 17) ^ (v4 += v1); v3 = Long.rotateLeft(v3, 49) ^ (v6 += v3);
            v5 = Long.rotateLeft(v5, 36) ^ (v0 += v5); v7 = Long.rotateLeft(v7, 39) ^ (v2 += v7);
            v1 = Long.rotateLeft(v1, 44) ^ (v6 += v1); v7 = Long.rotateLeft(v7, 9) ^ (v0 += v7);
            v5 = Long.rotateLeft(v5, 54) ^ (v2 += v5); v3 = Long.rotateLeft(v3, 56) ^ (v4 += v3);

            v0 += k5; v1 += k6; v2 += k7; v3 += k8; v4 += k0;
            v5 += k1 + t2; v6 += k2 + t0; v7 += k3 + COUNT[s + 5];
            v1 = Long.rotateLeft(v1, 39) ^ (v0 += v1); v3 = Long.rotateLeft(v3, 30) ^ (v2 += v3);
            v5 = Long.rotateLeft(v5, 34) ^ (v4 += v5); v7 = Long.rotateLeft(v7, 24) ^ (v6 += v7);
            v1 = Long.rotateLeft(v1, 13) ^ (v2 += v1); v7 = Long.rotateLeft(v7, 50) ^ (v4 += v7);
            v5 = Long.rotateLeft(v5, 10) ^ (v6 += v5); v3 = Long.rotateLeft(v3, 17) ^ (v0 += v3);
            v1 = Long.rotateLeft(v1, 25) ^ (v4 += v1); v3 = Long.rotateLeft(v3, 29) ^ (v6 += v3);
            v5 = Long.rotateLeft(v5, 39) ^ (v0 += v5); v7 = Long.rotateLeft(v7, 43) ^ (v2 += v7);
            v1 = Long.rotateLeft(v1, 8) ^ (v6 += v1); v7 = Long.rotateLeft(v7, 35) ^ (v0 += v7);
            v5 = Long.rotateLeft(v5, 56) ^ (v2 += v5); v3 = Long.rotateLeft(v3, 22) ^ (v4 += v3);

            long a = k0, b = k1, c = k2;
            k0 = k6; k1 = k7; k2 = k8;
            k6 = k3; k7 = k4; k8 = k5;
            k3 = a; k4 = b; k5 = c;
        }

        g[0] = (v0 + k0) ^ (long) WORD.get(in, offset);
        g[1] = (v1 + k1) ^ (long) WORD.get(in, offset + 8);
        g[2] = (v2 + k2) ^ (long) WORD.get(in, offset + 16);
        g[3] = (v3 + k3) ^ (long) WORD.get(in, offset + 24);
        g[4] = (v4 + k4) ^ (long) WORD.get(in, offset + 32);
        g[5] = (v5 + k5 + t0) ^ (long) WORD.get(in, offset + 40);
        g[6] = (v6 + k6 + t1) ^ (long) WORD.get(in, offset + 48);
        g[7] = (v7 + k7 + 18) ^ (long) WORD.get(in, offset + 56);
    }
}
