/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh256.java;

import digest.BlockDigest;
import java.util.Arrays;

/** JH around its compression function, for words of any size. */
public abstract class JhDigest extends BlockDigest {
    private static final int BLOCK = 64;
    private static final int STATE = 128; // bytes

    private final int digestBytes;
    private final long[] iv;
    private long length; // bytes of the message in the blocks hashed

    /**
     * That of a subclass calls {@link #start}.
     *
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param iv the initial value in big-endian words; it is only read
     */
    protected JhDigest(String algorithm, int digestBytes, long[] iv) {
        super(algorithm, digestBytes, BLOCK, false);
        this.digestBytes = digestBytes;
        this.iv = iv;
    }

    /** Sets 64-bit word i of the state's byte sequence, read as little-endian. */
    protected abstract void set(int i, long word);

    /** The same word. */
    protected abstract long get(int i);

    /** Compresses a block of 64 bytes at in[offset]. */
    protected abstract void f8(byte[] in, int offset);

    @Override
    protected final void start() {
        for (int i = 0; i < iv.length; i++) {
            set(i, Long.reverseBytes(iv[i]));
        }
        length = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        length += (long) count * BLOCK;
        for (int end = offset + count * BLOCK; offset < end; offset += BLOCK) {
            f8(in, offset);
        }
    }

    /** The length never shares a block with bytes of the message. */
    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        long bits = (this.length + length) * 8;
        rest[length] = (byte) 0x80;
        Arrays.fill(rest, length + 1, BLOCK, (byte) 0);
        if (length > 0) {
            f8(rest, 0);
            Arrays.fill(rest, 0, BLOCK, (byte) 0);
        }
        for (int i = 1; i <= 8; i++, bits >>>= 8) {
            rest[BLOCK - i] = (byte) bits;
        }
        f8(rest, 0);
        for (int i = 0; i < digestBytes; i++) {
            int from = STATE - digestBytes + i;
            out[offset + i] = (byte) (get(from / 8) >>> from % 8 * 8);
        }
    }
}
