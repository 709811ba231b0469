/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.javajni;

import digest.BlockDigest;
import java.util.Arrays;

/** Grøstl whose permutations are C with AES-NI, called through JNI; the padding is Java. */
public abstract class Groestl extends BlockDigest {
    private final int digestBytes;
    private final int size; // bytes of a block and of the chaining value
    private byte[] state; // the chaining value in the order that suits the C
    private byte[] digest;
    private long count; // blocks hashed

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param size of a block in bytes
     */
    protected Groestl(String algorithm, int digestBytes, int size) {
        super(algorithm, digestBytes, size, false);
        this.digestBytes = digestBytes;
        this.size = size;
        state = new byte[size];
        digest = new byte[digestBytes];
        start();
    }

    /** Sets the state to the initial value. */
    protected abstract void begin(byte[] state);

    /** Hashes whole blocks, the first one at in[offset]. */
    protected abstract void absorb(byte[] state, byte[] in, int offset, int count);

    /** Writes the digest of what the state has absorbed. */
    protected abstract void squeeze(byte[] state, byte[] digest);

    @Override
    protected final void start() {
        begin(state);
        count = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        absorb(state, in, offset, count);
        this.count += count;
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        rest[length] = (byte) 0x80;
        Arrays.fill(rest, length + 1, size, (byte) 0);
        if (length + 1 + Long.BYTES > size) {
            blocks(rest, 0, 1);
            Arrays.fill(rest, 0, size, (byte) 0);
        }
        long total = count + 1;
        for (int i = 1; i <= Long.BYTES; i++, total >>>= 8) {
            rest[size - i] = (byte) total;
        }
        blocks(rest, 0, 1);
        squeeze(state, digest);
        System.arraycopy(digest, 0, out, offset, digestBytes);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Groestl copy = (Groestl) super.clone();
        copy.state = state.clone();
        copy.digest = digest.clone();
        return copy;
    }
}
