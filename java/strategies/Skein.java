/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Skein-512-512 but for Threefish-512. */
public abstract class Skein extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int BLOCK = 64;
    private static final long PARITY = 0x1bd11bdaa9fc1a22L;
    private static final long FIRST = 1L << 62, LAST = 1L << 63;
    private static final long CONFIG = 4L << 56, MESSAGE = 48L << 56, OUTPUT = 63L << 56;
    private static final int SUBKEYS = 19;

    /** Key and tweak, extended so that subkey s starts at word s. */
    protected final long[] k = new long[SUBKEYS + 8];

    protected final long[] t = new long[SUBKEYS + 2];

    /** For a kernel to use: encrypt is called before a field of its own would be set. */
    protected final long[] room = new long[160];

    private final byte[] block = new byte[BLOCK];
    private final long[] x = new long[8];
    private long[] h = new long[8];
    private long length;
    private long first;

    protected Skein() {
        super("Skein-512-512", 64, BLOCK, true);
        start();
    }

    /** Threefish of x with k and t. */
    protected abstract void encrypt(long[] x);

    /* Chains a block: h = Threefish of it, xor itself. */
    private void chain(byte[] in, int offset, long bytes, long kind) {
        long parity = PARITY;
        for (int i = 0; i < 8; i++) {
            parity ^= h[i];
        }
        System.arraycopy(h, 0, k, 0, 8);
        k[8] = parity;
        for (int i = 9; i < k.length; i++) {
            k[i] = k[i - 9];
        }
        t[0] = bytes;
        t[1] = kind;
        t[2] = bytes ^ kind;
        for (int i = 3; i < t.length; i++) {
            t[i] = t[i - 3];
        }
        for (int i = 0; i < 8; i++) {
            x[i] = (long) WORD.get(in, offset + 8 * i);
        }
        encrypt(x);
        for (int i = 0; i < 8; i++) {
            h[i] = x[i] ^ (long) WORD.get(in, offset + 8 * i);
        }
    }

    @Override
    protected final void start() {
        Arrays.fill(h, 0);
        Arrays.fill(block, (byte) 0);
        WORD.set(block, 0, 0x133414853L); // "SHA3", version 1
        WORD.set(block, 8, 512L);
        chain(block, 0, 32, FIRST | LAST | CONFIG);
        length = 0;
        first = FIRST;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (; count > 0; count--, offset += BLOCK) {
            length += BLOCK;
            chain(in, offset, length, first | MESSAGE);
            first = 0;
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, BLOCK, (byte) 0);
        chain(rest, 0, this.length + length, first | LAST | MESSAGE);
        Arrays.fill(block, (byte) 0);
        chain(block, 0, 8, FIRST | LAST | OUTPUT);
        for (int i = 0; i < 8; i++) {
            WORD.set(out, offset + 8 * i, h[i]);
        }
    }

    /** What is no chaining value is scratch, which copies in one thread may share. */
    @Override
    public Object clone() throws CloneNotSupportedException {
        Skein copy = (Skein) super.clone();
        copy.h = h.clone();
        return copy;
    }
}
