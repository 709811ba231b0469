/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Keccak[c=512] with 32 bytes of output, but for its permutation. */
public abstract class Keccak extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int RATE = 136;
    private static final int LANES = 25;

    /** The constants of the rounds, by the shift register of the specification. */
    protected static final long[] RC = new long[24];

    static {
        int register = 1;
        for (int i = 0; i < RC.length; i++) {
            for (int j = 0; j < 7; j++) {
                RC[i] |= (long) (register & 1) << (1 << j) - 1;
                register = register << 1 ^ (register >> 7) * 0x171;
            }
        }
    }

    private long[] a = new long[LANES];

    protected Keccak() {
        super("Keccak-256", 32, RATE, false);
    }

    /** Lane x, y is a[x + 5 y]. */
    protected abstract void permute(long[] a);

    @Override
    protected final void start() {
        Arrays.fill(a, 0);
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (int end = offset + count * RATE; offset < end; offset += RATE) {
            for (int i = 0; i < RATE / 8; i++) {
                a[i] ^= (long) WORD.get(in, offset + 8 * i);
            }
            permute(a);
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, RATE, (byte) 0);
        rest[length] = 1;
        rest[RATE - 1] |= (byte) 0x80;
        blocks(rest, 0, 1);
        for (int i = 0; i < 4; i++) {
            WORD.set(out, offset + 8 * i, a[i]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Keccak copy = (Keccak) super.clone();
        copy.a = a.clone();
        return copy;
    }
}
