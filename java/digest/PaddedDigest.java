/* SPDX-License-Identifier: CC0-1.0 */
package digest;

import java.util.Arrays;

/**
 * A hash function that pads like SHA-2: a bit 1, then bits 0, then the length of the message in
 * bits. BLAKE does so too; BLAKE-256 and BLAKE-512 have one more bit 1 before the length.
 *
 * <p>Subclasses have the state: {@link PaddedInts}, {@link PaddedLongs}.
 */
public abstract class PaddedDigest extends BlockDigest {
    private final int blockBytes;
    private final int lengthAt; // in the last block
    private final int lastPaddingBit;
    private long bytes; // of the message so far

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param blockBytes length of a block in bytes; the number has an eighth of it
     * @param lastPaddingBit 0 or 1, what stands before the number
     */
    PaddedDigest(String algorithm, int digestBytes, int blockBytes, int lastPaddingBit) {
        super(algorithm, digestBytes, blockBytes, false);
        this.blockBytes = blockBytes;
        lengthAt = blockBytes - blockBytes / 8;
        this.lastPaddingBit = lastPaddingBit;
    }

    /** Sets the chaining value to the one before the first block. */
    abstract void initialize();

    /**
     * Hashes a block.
     *
     * @param in holds the block
     * @param offset of the block in bytes
     * @param counted bytes of the message in this block and before; 0 when it has none of them
     */
    protected abstract void compress(byte[] in, int offset, long counted);

    /** Writes the number of bits at the end of a block, two words. */
    abstract void putLength(byte[] block, int offset, long bytes);

    /** Writes the chaining value, as much of it as the digest has. */
    abstract void output(byte[] out, int offset);

    @Override
    protected final void start() {
        bytes = 0;
        initialize();
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (; count > 0; count--) {
            bytes += blockBytes;
            compress(in, offset, bytes);
            offset += blockBytes;
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        bytes += length;
        Arrays.fill(rest, length, blockBytes, (byte) 0);
        rest[length] = (byte) 0x80;
        boolean counted = length > 0;
        if (length >= lengthAt) {
            compress(rest, 0, bytes);
            Arrays.fill(rest, (byte) 0);
            counted = false;
        }
        rest[lengthAt - 1] |= (byte) lastPaddingBit;
        putLength(rest, lengthAt, bytes);
        compress(rest, 0, counted ? bytes : 0);
        output(out, offset);
    }
}
