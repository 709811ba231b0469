/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.skein512256.javaplain;

import digest.BlockDigest;
import java.util.Arrays;

/**
 * Skein-512, version 1.3, as a C programmer would write it first: arrays for key, tweak and state,
 * a method for each function of the specification (sections 3.3 to 3.5), tables for permutation and
 * rotations, rotations joined by exclusive or.
 */
public abstract class Skein512 extends BlockDigest {
    private static final int NB = 64; // bytes of a block
    private static final int NW = 8; // words of a block
    private static final int NR = 72; // rounds
    private static final long C240 = 0x1bd11bdaa9fc1a22L;
    private static final int[] PI = {2, 1, 4, 7, 6, 5, 0, 3};
    private static final int[][] R = {
        {46, 36, 19, 37}, {33, 27, 14, 42}, {17, 49, 36, 39}, {44, 9, 54, 56},
        {39, 30, 34, 24}, {13, 50, 10, 17}, {25, 29, 39, 43}, {8, 35, 56, 22},
    };
    private static final int TYPE_CFG = 4;
    private static final int TYPE_MSG = 48;
    private static final int TYPE_OUT = 63;

    private final int digestBytes;
    private long[] g = new long[NW];
    private long[] k = new long[NW + 1];
    private long[] t = new long[3];
    private long[] p = new long[NW];
    private long[] v = new long[NW];
    private long[] f = new long[NW];
    private byte[] padded = new byte[NB];
    private long position;

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     */
    protected Skein512(String algorithm, int digestBytes) {
        super(algorithm, digestBytes, NB, true);
        this.digestBytes = digestBytes;
        start();
    }

    /** 3.5.2: the configuration string, under the key zero. */
    @Override
    protected final void start() {
        Arrays.fill(g, 0);
        Arrays.fill(padded, (byte) 0);
        padded[0] = 'S';
        padded[1] = 'H';
        padded[2] = 'A';
        padded[3] = '3';
        padded[4] = 1;
        padded[8] = (byte) (digestBytes * 8);
        padded[9] = (byte) (digestBytes * 8 >>> 8);
        ubi(padded, 0, 32, TYPE_CFG, true, true);
        position = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        for (int i = 0; i < count; i++) {
            ubi(in, offset + NB * i, position + NB, TYPE_MSG, position == 0, false);
            position += NB;
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, NB, (byte) 0);
        ubi(rest, 0, position + length, TYPE_MSG, position == 0, true);
        Arrays.fill(padded, (byte) 0);
        ubi(padded, 0, 8, TYPE_OUT, true, true);
        for (int i = 0; i < digestBytes; i++) {
            out[offset + i] = (byte) (g[i / 8] >>> i % 8 * 8);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Skein512 copy = (Skein512) super.clone();
        copy.g = g.clone();
        copy.k = k.clone();
        copy.t = t.clone();
        copy.p = p.clone();
        copy.v = v.clone();
        copy.f = f.clone();
        copy.padded = padded.clone();
        return copy;
    }

    /** 3.4: one block; end is the position behind its data, in bytes. */
    private void ubi(byte[] in, int offset, long end, int type, boolean first, boolean last) {
        t[0] = end;
        t[1] = (long) type << 56 ^ (first ? 1L << 62 : 0) ^ (last ? 1L << 63 : 0);
        for (int i = 0; i < NW; i++) {
            p[i] = 0;
            for (int j = 0; j < 8; j++) {
                p[i] ^= (in[offset + 8 * i + j] & 0xffL) << 8 * j;
            }
        }
        threefish();
        for (int i = 0; i < NW; i++) {
            g[i] = v[i] ^ p[i];
        }
    }

    /** 3.3: v = p encrypted under the key g and the tweak t. */
    private void threefish() {
        k[NW] = C240;
        for (int i = 0; i < NW; i++) {
            k[i] = g[i];
            k[NW] ^= g[i];
            v[i] = p[i];
        }
        t[2] = t[0] ^ t[1];
        for (int d = 0; d < NR; d++) {
            if (d % 4 == 0) {
                addSubkey(d / 4);
            }
            for (int j = 0; j < NW / 2; j++) {
                mix(2 * j, R[d % 8][j]);
            }
            for (int i = 0; i < NW; i++) {
                v[i] = f[PI[i]];
            }
        }
        addSubkey(NR / 4);
    }

    private void addSubkey(int s) {
        for (int i = 0; i < NW; i++) {
            v[i] += k[(s + i) % (NW + 1)];
        }
        v[NW - 3] += t[s % 3];
        v[NW - 2] += t[(s + 1) % 3];
        v[NW - 1] += s;
    }

    private void mix(int i, int n) {
        f[i] = v[i] + v[i + 1];
        f[i + 1] = (v[i + 1] << n ^ v[i + 1] >>> 64 - n) ^ f[i];
    }
}
