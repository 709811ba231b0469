/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.java;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Grøstl around its permutations, for words of any size: the state lies in byte arrays. */
public abstract class GroestlDigest extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int digestBytes;
    private final int size; // bytes of a block and of the state
    private byte[] h;
    private byte[] p;
    private byte[] q;
    private long count; // blocks hashed

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param columns of the state
     */
    protected GroestlDigest(String algorithm, int digestBytes, int columns) {
        super(algorithm, digestBytes, 8 * columns, false);
        this.digestBytes = digestBytes;
        size = 8 * columns;
        h = new byte[size];
        p = new byte[size];
        q = new byte[size];
        start();
    }

    /** p = P(p). */
    protected abstract void permute(byte[] p);

    /** p = P(p), and the complement of q = Q of the complement of q. */
    protected abstract void permute(byte[] p, byte[] q);

    @Override
    protected final void start() {
        Arrays.fill(h, (byte) 0);
        h[size - 2] = (byte) (8 * digestBytes >> 8);
        h[size - 1] = (byte) (8 * digestBytes);
        count = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        this.count += count;
        for (int end = offset + count * size; offset < end; offset += size) {
            block(in, offset);
        }
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

        System.arraycopy(h, 0, p, 0, size);
        permute(p);
        for (int i = 0; i < digestBytes; i++) {
            int from = size - digestBytes + i;
            out[offset + i] = (byte) (h[from] ^ p[from]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        GroestlDigest copy = (GroestlDigest) super.clone();
        copy.h = h.clone();
        copy.p = p.clone();
        copy.q = q.clone();
        return copy;
    }

    /** h = P(h ^ m) ^ Q(m) ^ h. */
    private void block(byte[] in, int offset) {
        for (int k = 0; k < size; k += 8) {
            long m = (long) WORD.get(in, offset + k);
            WORD.set(p, k, (long) WORD.get(h, k) ^ m);
            WORD.set(q, k, ~m);
        }
        permute(p, q);
        for (int k = 0; k < size; k += 8) {
            long sum = (long) WORD.get(p, k) ^ ~(long) WORD.get(q, k);
            WORD.set(h, k, (long) WORD.get(h, k) ^ sum);
        }
    }
}
