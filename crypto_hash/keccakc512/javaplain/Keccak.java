/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.keccakc512.javaplain;

import digest.BlockDigest;
import java.util.Arrays;

/**
 * Keccak-f[1600] as a C programmer would write it first from the specification: a square of lanes,
 * a loop for each step, indices modulo 5, rotations joined by exclusive or.
 */
public abstract class Keccak extends BlockDigest {
    private static final long[] RC = {
        0x0000000000000001L, 0x0000000000008082L, 0x800000000000808aL, 0x8000000080008000L,
        0x000000000000808bL, 0x0000000080000001L, 0x8000000080008081L, 0x8000000000008009L,
        0x000000000000008aL, 0x0000000000000088L, 0x0000000080008009L, 0x000000008000000aL,
        0x000000008000808bL, 0x800000000000008bL, 0x8000000000008089L, 0x8000000000008003L,
        0x8000000000008002L, 0x8000000000000080L, 0x000000000000800aL, 0x800000008000000aL,
        0x8000000080008081L, 0x8000000000008080L, 0x0000000080000001L, 0x8000000080008008L,
    };

    private static final int[][] RHO = {
        {0, 36, 3, 41, 18}, {1, 44, 10, 45, 2}, {62, 6, 43, 15, 61}, {28, 55, 25, 21, 56},
        {27, 20, 39, 8, 14},
    };

    private final int rate; // bytes of a block
    private final int digestBytes;
    private long[][] a = new long[5][5]; // by x, then y
    private long[][] b = new long[5][5];
    private long[] c = new long[5];
    private long[] d = new long[5];

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes; the capacity is twice as much
     */
    protected Keccak(String algorithm, int digestBytes) {
        super(algorithm, digestBytes, 200 - 2 * digestBytes, false);
        this.digestBytes = digestBytes;
        rate = 200 - 2 * digestBytes;
    }

    @Override
    protected final void start() {
        for (int x = 0; x < 5; x++) {
            Arrays.fill(a[x], 0);
        }
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (int block = 0; block < count; block++) {
            for (int i = 0; i < rate; i++) {
                a[i / 8 % 5][i / 40] ^= (in[offset + rate * block + i] & 0xffL) << i % 8 * 8;
            }
            for (int round = 0; round < 24; round++) {
                theta();
                rhoAndPi();
                chi();
                a[0][0] ^= RC[round];
            }
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, rate, (byte) 0);
        rest[length] = 1;
        rest[rate - 1] |= (byte) 0x80;
        blocks(rest, 0, 1);
        for (int i = 0; i < digestBytes; i++) {
            out[offset + i] = (byte) (a[i / 8 % 5][i / 40] >>> i % 8 * 8);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Keccak copy = (Keccak) super.clone();
        copy.a = new long[5][];
        copy.b = new long[5][];
        for (int x = 0; x < 5; x++) {
            copy.a[x] = a[x].clone();
            copy.b[x] = b[x].clone();
        }
        copy.c = c.clone();
        copy.d = d.clone();
        return copy;
    }

    private void theta() {
        for (int x = 0; x < 5; x++) {
            c[x] = a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4];
        }
        for (int x = 0; x < 5; x++) {
            d[x] = c[(x + 4) % 5] ^ rotateLeft(c[(x + 1) % 5], 1);
            for (int y = 0; y < 5; y++) {
                a[x][y] ^= d[x];
            }
        }
    }

    private void rhoAndPi() {
        for (int x = 0; x < 5; x++) {
            for (int y = 0; y < 5; y++) {
                b[y][(2 * x + 3 * y) % 5] = rotateLeft(a[x][y], RHO[x][y]);
            }
        }
    }

    private void chi() {
        for (int x = 0; x < 5; x++) {
            for (int y = 0; y < 5; y++) {
                a[x][y] = b[x][y] ^ ~b[(x + 1) % 5][y] & b[(x + 2) % 5][y];
            }
        }
    }

    /** The rotation by 0 needs care: x << 0 ^ x >>> 64 is x ^ x. */
    private static long rotateLeft(long x, int n) {
        return n == 0 ? x : x << n ^ x >>> 64 - n;
    }
}
