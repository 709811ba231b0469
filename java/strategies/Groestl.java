/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Grøstl-256 but for its round: columns are big-endian words, row 0 in the highest byte. */
public abstract class Groestl extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int BLOCK = 64;
    private static final int COLUMNS = 8;
    private static final int ROUNDS = 10;

    private long[] h = new long[COLUMNS];
    private final long[] p = new long[COLUMNS];
    private final long[] q = new long[COLUMNS];
    private final long[] y = new long[COLUMNS];
    private long count;

    protected Groestl() {
        super("Groestl-256", 32, BLOCK, false);
        start();
    }

    /** The column that a byte of row 0 becomes by SubBytes and MixBytes. */
    protected static long entry(int x) {
        int s = x;
        for (int power = 1; power < 254; power++) {
            s = x == 0 ? 0 : times(s, x); // x to the 254th is the inverse
        }
        s = x == 0 ? 0 : s;
        int sum = s;
        for (int i = 1; i <= 4; i++) {
            sum ^= s << i | s >>> 8 - i;
        }
        s = (sum ^ 0x63) & 0xff;
        long column = 0;
        for (int factor : new int[] {2, 7, 5, 3, 5, 4, 3, 2}) {
            column = column << 8 | times(factor, s);
        }
        return column;
    }

    private static int times(int a, int b) {
        int product = 0;
        for (; a > 0; a >>= 1, b = b << 1 ^ (b >> 7) * 0x11b) {
            product ^= (a & 1) * b;
        }
        return product;
    }

    /** SubBytes, ShiftBytes of P or of Q, MixBytes. */
    protected abstract void roundP(long[] y, long[] x);

    protected abstract void roundQ(long[] y, long[] x);

    private void permuteP() {
        for (int round = 0; round < ROUNDS; round++) {
            for (int j = 0; j < COLUMNS; j++) {
                y[j] = p[j] ^ (long) (j << 4 ^ round) << 56;
            }
            roundP(p, y);
        }
    }

    private void permuteQ() {
        for (int round = 0; round < ROUNDS; round++) {
            for (int j = 0; j < COLUMNS; j++) {
                y[j] = ~q[j] ^ (j << 4 ^ round);
            }
            roundQ(q, y);
        }
    }

    @Override
    protected final void start() {
        Arrays.fill(h, 0);
        h[COLUMNS - 1] = 256;
        count = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (this.count += count; count > 0; count--, offset += BLOCK) {
            for (int j = 0; j < COLUMNS; j++) {
                q[j] = (long) WORD.get(in, offset + 8 * j);
                p[j] = q[j] ^ h[j];
            }
            permuteP();
            permuteQ();
            for (int j = 0; j < COLUMNS; j++) {
                h[j] ^= p[j] ^ q[j];
            }
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, BLOCK, (byte) 0);
        rest[length] = (byte) 0x80;
        if (length >= BLOCK - 8) {
            blocks(rest, 0, 1);
            Arrays.fill(rest, (byte) 0);
        }
        WORD.set(rest, BLOCK - 8, count + 1);
        blocks(rest, 0, 1);
        System.arraycopy(h, 0, p, 0, COLUMNS);
        permuteP();
        for (int j = 0; j < 4; j++) {
            WORD.set(out, offset + 8 * j, p[j + 4] ^ h[j + 4]);
        }
    }

    /** What is no chaining value is scratch, which copies in one thread may share. */
    @Override
    public Object clone() throws CloneNotSupportedException {
        Groestl copy = (Groestl) super.clone();
        copy.h = h.clone();
        return copy;
    }
}
