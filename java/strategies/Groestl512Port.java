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
public final class Groestl512Port extends BlockDigest {
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

    private long[] h = new long[16];
    private long count;

    public Groestl512Port() {
        super("Groestl-512", 64, 128, false);
        start();
    }

    @Override
    protected void start() {
        Arrays.fill(h, 0);
        h[15] = 512;
        count = 0;
    }

    @Override
    protected void blocks(byte[] in, int offset, int count) {
        for (this.count += count; count > 0; count--, offset += 128) {
            compress(in, offset);
        }
    }

    private void compress(byte[] in, int offset) {
        long[] p = new long[16], q = new long[16], y = new long[16];
        for (int j = 0; j < 16; j++) {
            q[j] = (long) WORD.get(in, offset + 8 * j);
            p[j] = q[j] ^ h[j];
        }
        permuteP(p, y);
        permuteQ(q, y);
        for (int j = 0; j < 16; j++) {
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
        for (int j = 0; j < 16; j++) {
            x[j] ^= (long) j << 60 ^ round << 56;
        }
        column(x, y, 0, 0, 1, 2, 3, 4, 5, 6, 11);
        column(x, y, 1, 1, 2, 3, 4, 5, 6, 7, 12);
        column(x, y, 2, 2, 3, 4, 5, 6, 7, 8, 13);
        column(x, y, 3, 3, 4, 5, 6, 7, 8, 9, 14);
        column(x, y, 4, 4, 5, 6, 7, 8, 9, 10, 15);
        column(x, y, 5, 5, 6, 7, 8, 9, 10, 11, 0);
        column(x, y, 6, 6, 7, 8, 9, 10, 11, 12, 1);
        column(x, y, 7, 7, 8, 9, 10, 11, 12, 13, 2);
        column(x, y, 8, 8, 9, 10, 11, 12, 13, 14, 3);
        column(x, y, 9, 9, 10, 11, 12, 13, 14, 15, 4);
        column(x, y, 10, 10, 11, 12, 13, 14, 15, 0, 5);
        column(x, y, 11, 11, 12, 13, 14, 15, 0, 1, 6);
        column(x, y, 12, 12, 13, 14, 15, 0, 1, 2, 7);
        column(x, y, 13, 13, 14, 15, 0, 1, 2, 3, 8);
        column(x, y, 14, 14, 15, 0, 1, 2, 3, 4, 9);
        column(x, y, 15, 15, 0, 1, 2, 3, 4, 5, 10);
    }

    private static void permuteP(long[] x, long[] y) {
        for (int r = 0; r < 14; r += 2) {
            roundP(x, y, r);
            roundP(y, x, r + 1);
        }
    }

    private static void roundQ(long[] x, long[] y, long round) {
        for (int j = 0; j < 16; j++) {
            x[j] ^= (long) j << 4 ^ ~round;
        }
        column(x, y, 0, 1, 3, 5, 11, 0, 2, 4, 6);
        column(x, y, 1, 2, 4, 6, 12, 1, 3, 5, 7);
        column(x, y, 2, 3, 5, 7, 13, 2, 4, 6, 8);
        column(x, y, 3, 4, 6, 8, 14, 3, 5, 7, 9);
        column(x, y, 4, 5, 7, 9, 15, 4, 6, 8, 10);
        column(x, y, 5, 6, 8, 10, 0, 5, 7, 9, 11);
        column(x, y, 6, 7, 9, 11, 1, 6, 8, 10, 12);
        column(x, y, 7, 8, 10, 12, 2, 7, 9, 11, 13);
        column(x, y, 8, 9, 11, 13, 3, 8, 10, 12, 14);
        column(x, y, 9, 10, 12, 14, 4, 9, 11, 13, 15);
        column(x, y, 10, 11, 13, 15, 5, 10, 12, 14, 0);
        column(x, y, 11, 12, 14, 0, 6, 11, 13, 15, 1);
        column(x, y, 12, 13, 15, 1, 7, 12, 14, 0, 2);
        column(x, y, 13, 14, 0, 2, 8, 13, 15, 1, 3);
        column(x, y, 14, 15, 1, 3, 9, 14, 0, 2, 4);
        column(x, y, 15, 0, 2, 4, 10, 15, 1, 3, 5);
    }

    private static void permuteQ(long[] x, long[] y) {
        for (int r = 0; r < 14; r += 2) {
            roundQ(x, y, r);
            roundQ(y, x, r + 1);
        }
    }

    @Override
    protected void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, 128, (byte) 0);
        rest[length] = (byte) 0x80;
        if (length >= 120) {
            blocks(rest, 0, 1);
            Arrays.fill(rest, (byte) 0);
        }
        WORD.set(rest, 120, count + 1);
        blocks(rest, 0, 1);
        long[] p = h.clone();
        permuteP(p, new long[16]);
        for (int j = 0; j < 8; j++) {
            WORD.set(out, offset + 8 * j, p[j + 8] ^ h[j + 8]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Groestl512Port copy = (Groestl512Port) super.clone();
        copy.h = h.clone();
        return copy;
    }
}
