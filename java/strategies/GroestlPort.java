/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A plain port of C: tables in an array of arrays, a method for a column and for a round, and
 * arrays that are made for each block.
 */
public final class GroestlPort extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long[][] T = new long[8][256];

    static {
        for (int x = 0; x < 256; x++) {
            for (int row = 0; row < 8; row++) {
                T[row][x] = Long.rotateRight(Groestl.entry(x), 8 * row);
            }
        }
    }

    private long[] h = new long[8];
    private long count;

    public GroestlPort() {
        super("Groestl-256", 32, 64, false);
        start();
    }

    @Override
    protected void start() {
        Arrays.fill(h, 0);
        h[7] = 256;
        count = 0;
    }

    @Override
    protected void blocks(byte[] in, int offset, int count) {
        for (this.count += count; count > 0; count--, offset += 64) {
            compress(in, offset);
        }
    }

    private void compress(byte[] in, int offset) {
        long[] p = new long[8], q = new long[8], y = new long[8];
        for (int j = 0; j < 8; j++) {
            q[j] = (long) WORD.get(in, offset + 8 * j);
            p[j] = q[j] ^ h[j];
        }
        permuteP(p, y);
        permuteQ(q, y);
        for (int j = 0; j < 8; j++) {
            h[j] ^= p[j] ^ q[j];
        }
    }

    private static void column(long[] x, long[] y, int j, int c0, int c1, int c2, int c3, int c4,
            int c5, int c6, int c7) {
        y[j] = T[0][(int) (x[c0] >>> 56) & 255] ^ T[1][(int) (x[c1] >>> 48) & 255]
                ^ T[2][(int) (x[c2] >>> 40) & 255] ^ T[3][(int) (x[c3] >>> 32) & 255]
                ^ T[4][(int) (x[c4] >>> 24) & 255] ^ T[5][(int) (x[c5] >>> 16) & 255]
                ^ T[6][(int) (x[c6] >>> 8) & 255] ^ T[7][(int) (x[c7] >>> 0) & 255];
    }

    private static void roundP(long[] x, long[] y, long round) {
        for (int j = 0; j < 8; j++) {
            x[j] ^= (long) j << 60 ^ round << 56;
        }
        column(x, y, 0, 0, 1, 2, 3, 4, 5, 6, 7);
        column(x, y, 1, 1, 2, 3, 4, 5, 6, 7, 0);
        column(x, y, 2, 2, 3, 4, 5, 6, 7, 0, 1);
        column(x, y, 3, 3, 4, 5, 6, 7, 0, 1, 2);
        column(x, y, 4, 4, 5, 6, 7, 0, 1, 2, 3);
        column(x, y, 5, 5, 6, 7, 0, 1, 2, 3, 4);
        column(x, y, 6, 6, 7, 0, 1, 2, 3, 4, 5);
        column(x, y, 7, 7, 0, 1, 2, 3, 4, 5, 6);
    }

    private static void permuteP(long[] x, long[] y) {
        for (int r = 0; r < 10; r += 2) {
            roundP(x, y, r);
            roundP(y, x, r + 1);
        }
    }

    private static void roundQ(long[] x, long[] y, long round) {
        for (int j = 0; j < 8; j++) {
            x[j] ^= (long) j << 4 ^ ~round;
        }
        column(x, y, 0, 1, 3, 5, 7, 0, 2, 4, 6);
        column(x, y, 1, 2, 4, 6, 0, 1, 3, 5, 7);
        column(x, y, 2, 3, 5, 7, 1, 2, 4, 6, 0);
        column(x, y, 3, 4, 6, 0, 2, 3, 5, 7, 1);
        column(x, y, 4, 5, 7, 1, 3, 4, 6, 0, 2);
        column(x, y, 5, 6, 0, 2, 4, 5, 7, 1, 3);
        column(x, y, 6, 7, 1, 3, 5, 6, 0, 2, 4);
        column(x, y, 7, 0, 2, 4, 6, 7, 1, 3, 5);
    }

    private static void permuteQ(long[] x, long[] y) {
        for (int r = 0; r < 10; r += 2) {
            roundQ(x, y, r);
            roundQ(y, x, r + 1);
        }
    }

    @Override
    protected void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, 64, (byte) 0);
        rest[length] = (byte) 0x80;
        if (length >= 56) {
            blocks(rest, 0, 1);
            Arrays.fill(rest, (byte) 0);
        }
        WORD.set(rest, 56, count + 1);
        blocks(rest, 0, 1);
        long[] p = h.clone();
        permuteP(p, new long[8]);
        for (int j = 0; j < 4; j++) {
            WORD.set(out, offset + 8 * j, p[j + 4] ^ h[j + 4]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        GroestlPort copy = (GroestlPort) super.clone();
        copy.h = h.clone();
        return copy;
    }
}
