/* SPDX-License-Identifier: CC0-1.0 */
package digest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A chaining value of eight big-endian words of 64 bits, and blocks of 128 bytes. */
public abstract class PaddedLongs extends PaddedDigest {
    /** The words of a message: {@code (long) WORDS.get(in, offset)}. */
    protected static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The chaining value. */
    protected long[] hash;

    private final long[] initial;
    private final int digestBytes;

    /**
     * @param algorithm the standard name
     * @param initial the chaining value before the first block
     * @param digestBytes length of the digest, a whole number of words
     * @param lastPaddingBit 0 or 1, what stands before the length
     */
    protected PaddedLongs(String algorithm, long[] initial, int digestBytes, int lastPaddingBit) {
        super(algorithm, digestBytes, 128, lastPaddingBit);
        this.initial = initial;
        this.digestBytes = digestBytes;
        hash = initial.clone();
    }

    @Override
    final void initialize() {
        System.arraycopy(initial, 0, hash, 0, 8);
    }

    @Override
    final void putLength(byte[] block, int offset, long bytes) {
        WORDS.set(block, offset, bytes >>> 61);
        WORDS.set(block, offset + 8, bytes << 3);
    }

    @Override
    final void output(byte[] out, int offset) {
        for (int i = 0; i < digestBytes / 8; i++) {
            WORDS.set(out, offset + 8 * i, hash[i]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        PaddedLongs copy = (PaddedLongs) super.clone();
        copy.hash = hash.clone();
        return copy;
    }
}
