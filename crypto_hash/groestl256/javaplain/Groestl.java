/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.javaplain;

import digest.BlockDigest;
import java.util.Arrays;

/**
 * Grøstl as a C programmer would write it first from the specification: the state a matrix of bytes
 * by row and column, a method for each step of a round, MixBytes by doublings.
 */
public abstract class Groestl extends BlockDigest {
    private static final String SBOX =
            "637c777bf26b6fc53001672bfed7ab76ca82c97dfa5947f0add4a2af9ca472c0"
            + "b7fd9326363ff7cc34a5e5f171d8311504c723c31896059a071280e2eb27b275"
            + "09832c1a1b6e5aa0523bd6b329e32f8453d100ed20fcb15b6acbbe394a4c58cf"
            + "d0efaafb434d338545f9027f503c9fa851a3408f929d38f5bcb6da2110fff3d2"
            + "cd0c13ec5f974417c4a77e3d645d197360814fdc222a908846eeb814de5e0bdb"
            + "e0323a0a4906245cc2d3ac629195e479e7c8376d8dd54ea96c56f4ea657aae08"
            + "ba78252e1ca6b4c6e8dd741f4bbd8b8a703eb5664803f60e613557b986c11d9e"
            + "e1f8981169d98e949b1e87e9ce5528df8ca1890dbfe6426841992d0fb054bb16";
    private static final int[] S = new int[256];
    private static final int[] MIX = {2, 2, 3, 4, 5, 3, 5, 7};

    static {
        for (int x = 0; x < 256; x++) {
            S[x] = Integer.parseInt(SBOX.substring(2 * x, 2 * x + 2), 16);
        }
    }

    private final int digestBytes;
    private final int columns;
    private final int rounds;
    private final int[][] shift; // of the rows, in P and in Q
    private byte[] h;
    private int[][] a; // the state of a permutation
    private int[] t; // a row or a column of it
    private byte[] sum;
    private long count; // blocks hashed

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param columns of the state
     * @param rounds of each permutation
     * @param shift how far each row moves to the left, in P and in Q; it is only read
     */
    protected Groestl(
            String algorithm, int digestBytes, int columns, int rounds, int[][] shift) {
        super(algorithm, digestBytes, 8 * columns, false);
        this.digestBytes = digestBytes;
        this.columns = columns;
        this.rounds = rounds;
        this.shift = shift;
        h = new byte[8 * columns];
        a = new int[8][columns];
        t = new int[columns];
        sum = new byte[8 * columns];
        start();
    }

    @Override
    protected final void start() {
        Arrays.fill(h, (byte) 0);
        h[8 * columns - 2] = (byte) (8 * digestBytes >> 8);
        h[8 * columns - 1] = (byte) (8 * digestBytes);
        count = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (int i = 0; i < count; i++) {
            compress(in, offset + 8 * columns * i);
        }
        this.count += count;
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        int size = 8 * columns;
        rest[length] = (byte) 0x80;
        Arrays.fill(rest, length + 1, size, (byte) 0);
        if (length + 1 + 8 > size) {
            blocks(rest, 0, 1);
            Arrays.fill(rest, 0, size, (byte) 0);
        }
        for (int i = 0; i < 8; i++) {
            rest[size - 1 - i] = (byte) (count + 1 >>> 8 * i);
        }
        blocks(rest, 0, 1);
        System.arraycopy(h, 0, sum, 0, size);
        permute(sum, 0);
        for (int i = 0; i < digestBytes; i++) {
            int from = size - digestBytes + i;
            out[offset + i] = (byte) (h[from] ^ sum[from]);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Groestl copy = (Groestl) super.clone();
        copy.h = h.clone();
        copy.a = new int[8][columns];
        copy.t = new int[columns];
        copy.sum = sum.clone();
        return copy;
    }

    /** h = P(h ^ m) ^ Q(m) ^ h. */
    private void compress(byte[] in, int offset) {
        for (int variant = 0; variant < 2; variant++) {
            for (int k = 0; k < 8 * columns; k++) {
                sum[k] = (byte) (in[offset + k] ^ (variant == 0 ? h[k] : 0));
            }
            permute(sum, variant);
            if (variant == 0) {
                addTo(h);
            }
        }
        addTo(h);
    }

    private void addTo(byte[] x) {
        for (int k = 0; k < 8 * columns; k++) {
            x[k] ^= sum[k];
        }
    }

    /** P (variant 0) or Q (variant 1) of the byte sequence x. */
    private void permute(byte[] x, int variant) {
        for (int k = 0; k < 8 * columns; k++) {
            a[k % 8][k / 8] = x[k] & 0xff;
        }
        for (int i = 0; i < rounds; i++) {
            addRoundConstant(variant, i);
            subBytes();
            shiftBytes(shift[variant]);
            mixBytes();
        }
        for (int k = 0; k < 8 * columns; k++) {
            x[k] = (byte) a[k % 8][k / 8];
        }
    }

    private void addRoundConstant(int variant, int i) {
        for (int j = 0; j < columns; j++) {
            if (variant == 0) {
                a[0][j] ^= 16 * j ^ i;
            } else {
                for (int r = 0; r < 8; r++) {
                    a[r][j] ^= 0xff;
                }
                a[7][j] ^= 16 * j ^ i;
            }
        }
    }

    private void subBytes() {
        for (int r = 0; r < 8; r++) {
            for (int j = 0; j < columns; j++) {
                a[r][j] = S[a[r][j]];
            }
        }
    }

    private void shiftBytes(int[] s) {
        for (int r = 0; r < 8; r++) {
            for (int j = 0; j < columns; j++) {
                t[j] = a[r][(j + s[r]) % columns];
            }
            System.arraycopy(t, 0, a[r], 0, columns);
        }
    }

    private void mixBytes() {
        for (int j = 0; j < columns; j++) {
            for (int r = 0; r < 8; r++) {
                t[r] = 0;
                for (int k = 0; k < 8; k++) {
                    t[r] ^= multiply(MIX[k], a[(r + k) % 8][j]);
                }
            }
            for (int r = 0; r < 8; r++) {
                a[r][j] = t[r];
            }
        }
    }

    private static int multiply(int factor, int x) {
        int x2 = twice(x);
        int product = (factor & 1) != 0 ? x : 0;
        product ^= (factor & 2) != 0 ? x2 : 0;
        return product ^ ((factor & 4) != 0 ? twice(x2) : 0);
    }

    /** In the field of the AES, x^8 = x^4 + x^3 + x + 1. */
    private static int twice(int x) {
        return x << 1 ^ (x >> 7) * 0x11b;
    }
}
