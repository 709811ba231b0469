/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.java64;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Grøstl by table lookups: a column of the next state is the sum of eight entries of 64 bits. The
 * state lies in byte arrays: to fetch a byte from there is one instruction, of which machines do
 * two or three a cycle; to cut it out of a word takes two or three and more registers than C2 has.
 * A column is stored as a whole, through a view of the array as words (VarHandle). The tables are
 * one array whose length C2 knows: no index into it needs a check.
 */
public abstract class Groestl extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int digestBytes;
    private final int size; // bytes of a block and of the state
    private final int rounds;
    private byte[] h;
    private byte[] p;
    private byte[] q;
    private byte[] nextP;
    private byte[] nextQ;
    private long count; // blocks hashed

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param columns of the state
     * @param rounds of each permutation, an even number
     */
    protected Groestl(String algorithm, int digestBytes, int columns, int rounds) {
        super(algorithm, digestBytes, 8 * columns, false);
        this.digestBytes = digestBytes;
        this.rounds = rounds;
        size = 8 * columns;
        h = new byte[size];
        p = new byte[size];
        q = new byte[size];
        nextP = new byte[size];
        nextQ = new byte[size];
        start();
    }

    /** y = P's round i of x. */
    protected abstract void roundP(byte[] y, byte[] x, int i);

    /** The complement of y = Q's round i of the complement of x. */
    protected abstract void roundQ(byte[] y, byte[] x, int i);

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
        for (int i = 0; i < rounds; i += 2) {
            roundP(nextP, p, i);
            roundP(p, nextP, i + 1);
        }
        for (int i = 0; i < digestBytes; i++) {
            int from = size - digestBytes + i;
            out[offset + i] = (byte) (h[from] ^ p[from]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Groestl copy = (Groestl) super.clone();
        copy.h = h.clone();
        copy.p = p.clone();
        copy.q = q.clone();
        copy.nextP = nextP.clone();
        copy.nextQ = nextQ.clone();
        return copy;
    }

    /** h = P(h ^ m) ^ Q(m) ^ h; the rounds take turns, since P and Q do not wait for each other. */
    private void block(byte[] in, int offset) {
        for (int k = 0; k < size; k += 8) {
            long m = (long) WORD.get(in, offset + k);
            WORD.set(p, k, (long) WORD.get(h, k) ^ m);
            WORD.set(q, k, ~m);
        }
        for (int i = 0; i < rounds; i += 2) {
            roundP(nextP, p, i);
            roundQ(nextQ, q, i);
            roundP(p, nextP, i + 1);
            roundQ(q, nextQ, i + 1);
        }
        for (int k = 0; k < size; k += 8) {
            long sum = (long) WORD.get(p, k) ^ ~(long) WORD.get(q, k);
            WORD.set(h, k, (long) WORD.get(h, k) ^ sum);
        }
    }
}
