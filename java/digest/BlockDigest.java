/* SPDX-License-Identifier: CC0-1.0 */
package digest;

import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A hash function that takes its message in blocks of one size, with the buffer for an incomplete
 * block. Whole blocks go straight from the caller's array to {@link #blocks}; nothing is allocated
 * on the way. Instances share nothing; each belongs to one thread at a time.
 *
 * <p>A subclass keeps its chaining value in fields of its own and deep-copies its arrays in {@code
 * clone}. Its constructor calls {@link #start}.
 */
public abstract class BlockDigest extends MessageDigest implements Cloneable {
    private final int digestBytes;
    private byte[] buffer;
    private int filled;
    private final boolean keepsLastBlock;

    /**
     * @param algorithm the standard name, such as "BLAKE-256"
     * @param digestBytes length of the digest in bytes
     * @param blockBytes length of a block in bytes
     * @param keepsLastBlock whether a full block waits until more of the message comes, because
     *     the last one is treated otherwise (Skein)
     */
    protected BlockDigest(
            String algorithm, int digestBytes, int blockBytes, boolean keepsLastBlock) {
        super(algorithm);
        this.digestBytes = digestBytes;
        this.keepsLastBlock = keepsLastBlock;
        buffer = new byte[blockBytes];
    }

    /** Sets the state to the one before the first byte. */
    protected abstract void start();

    /**
     * Hashes whole blocks, none of them the last one of the message.
     *
     * @param in holds the blocks
     * @param offset of the first block in bytes
     * @param count how many blocks follow one another, at least 1
     */
    protected abstract void blocks(byte[] in, int offset, int count);

    /**
     * Pads, hashes the rest and writes the digest. The state may be left in any condition:
     * {@link #start} follows.
     *
     * @param rest a whole block of space that starts with the rest of the message; the bytes after
     *     it are arbitrary and may be overwritten
     * @param length of the rest in bytes: less than a block, or a whole one where the last is kept
     * @param out receives the digest
     * @param offset of the digest in {@code out}, in bytes
     */
    protected abstract void finish(byte[] rest, int length, byte[] out, int offset);

    @Override
    protected final int engineGetDigestLength() {
        return digestBytes;
    }

    @Override
    protected final void engineReset() {
        Arrays.fill(buffer, (byte) 0); // it may hold a part of a key
        filled = 0;
        start();
    }

    @Override
    protected final void engineUpdate(byte input) {
        if (filled == buffer.length) {
            blocks(buffer, 0, 1);
            filled = 0;
        }
        buffer[filled++] = input;
        if (filled == buffer.length && !keepsLastBlock) {
            blocks(buffer, 0, 1);
            filled = 0;
        }
    }

    @Override
    protected final void engineUpdate(byte[] in, int offset, int length) {
        int size = buffer.length;
        int kept = keepsLastBlock ? 1 : 0; // bytes that must stay behind a hashed block
        if (filled > 0) {
            int taken = Math.min(size - filled, length);
            System.arraycopy(in, offset, buffer, filled, taken);
            filled += taken;
            offset += taken;
            length -= taken;
            if (filled < size || length < kept) {
                return;
            }
            blocks(buffer, 0, 1);
            filled = 0;
        }
        int count = Math.max(0, length - kept) / size;
        if (count > 0) {
            blocks(in, offset, count);
            offset += count * size;
            length -= count * size;
        }
        System.arraycopy(in, offset, buffer, 0, length);
        filled = length;
    }

    @Override
    protected final byte[] engineDigest() {
        byte[] out = new byte[digestBytes];
        finish(buffer, filled, out, 0);
        engineReset();
        return out;
    }

    /** Allocates nothing. */
    @Override
    protected final int engineDigest(byte[] out, int offset, int length) throws DigestException {
        if (length < digestBytes || out.length - offset < digestBytes) {
            throw new DigestException(
                    getAlgorithm() + " needs " + digestBytes + " bytes for its digest");
        }
        finish(buffer, filled, out, offset);
        engineReset();
        return digestBytes;
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        BlockDigest copy = (BlockDigest) super.clone();
        copy.buffer = buffer.clone();
        return copy;
    }
}
