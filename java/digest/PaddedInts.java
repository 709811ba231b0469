/* SPDX-License-Identifier: CC0-1.0 */
package digest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A chaining value of eight big-endian words of 32 bits, and blocks of 64 bytes. */
public abstract class PaddedInts extends PaddedDigest {
    /** The words of a message: {@code (int) WORDS.get(in, offset)}. */
    protected static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The chaining value. */
    protected int[] hash;

    private final int[] initial;
    private final int digestBytes;

    /**
     * @param algorithm the standard name
     * @param initial the chaining value before the first block
     * @param digestBytes length of the digest, a whole number of words
     * @param lastPaddingBit 0 or 1, what stands before the length
     */
    protected PaddedInts(String algorithm, int[] initial, int digestBytes, int lastPaddingBit) {
        super(algorithm, digestBytes, 64, lastPaddingBit);
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
        WORDS.set(block, offset, (int) (bytes >>> 29));
        WORDS.set(block, offset + 4, (int) (bytes << 3));
    }

    @Override
    final void output(byte[] out, int offset) {
        for (int i = 0; i < digestBytes / 4; i++) {
            WORDS.set(out, offset + 4 * i, hash[i]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        PaddedInts copy = (PaddedInts) super.clone();
        copy.hash = hash.clone();
        return copy;
    }
}
