/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.keccakc512.java64;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Keccak-f[1600] on words of 64 bits, the 25 lanes in local variables. Two rounds an iteration,
 * from a to e and back, each row by row, and the parities of the columns for the next round are
 * made from a row while it is at hand. More rounds an iteration gain nothing, all 24 exceed what
 * HotSpot compiles. Rotations are Long.rotateLeft: C2 makes one instruction of each.
 */
public abstract class Keccak extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long[] RC = {
        0x0000000000000001L, 0x0000000000008082L, 0x800000000000808aL, 0x8000000080008000L,
        0x000000000000808bL, 0x0000000080000001L, 0x8000000080008081L, 0x8000000000008009L,
        0x000000000000008aL, 0x0000000000000088L, 0x0000000080008009L, 0x000000008000000aL,
        0x000000008000808bL, 0x800000000000008bL, 0x8000000000008089L, 0x8000000000008003L,
        0x8000000000008002L, 0x8000000000000080L, 0x000000000000800aL, 0x800000008000000aL,
        0x8000000080008081L, 0x8000000000008080L, 0x0000000080000001L, 0x8000000080008008L,
    };

    private final int rate; // bytes of a block
    private final int digestBytes;
    private long[] a = new long[25]; // lane x, y is number x + 5 y

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
        Arrays.fill(a, 0);
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        long[] a = this.a;
        for (int end = offset + count * rate; offset < end; offset += rate) {
            for (int i = 0; i < rate / 8; i++) {
                a[i] ^= (long) WORD.get(in, offset + 8 * i);
            }
            permute(a);
        }
    }

    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        Arrays.fill(rest, length, rate, (byte) 0);
        rest[length] = 1;
        rest[rate - 1] |= (byte) 0x80;
        blocks(rest, 0, 1);
        for (int i = 0; i < digestBytes; i++) {
            out[offset + i] = (byte) (a[i / 8] >>> i % 8 * 8);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Keccak copy = (Keccak) super.clone();
        copy.a = a.clone();
        return copy;
    }

    private static void permute(long[] a) {
        long a0 = a[0];
        long a1 = a[1];
        long a2 = a[2];
        long a3 = a[3];
        long a4 = a[4];
        long a5 = a[5];
        long a6 = a[6];
        long a7 = a[7];
        long a8 = a[8];
        long a9 = a[9];
        long a10 = a[10];
        long a11 = a[11];
        long a12 = a[12];
        long a13 = a[13];
        long a14 = a[14];
        long a15 = a[15];
        long a16 = a[16];
        long a17 = a[17];
        long a18 = a[18];
        long a19 = a[19];
        long a20 = a[20];
        long a21 = a[21];
        long a22 = a[22];
        long a23 = a[23];
        long a24 = a[24];
        long c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20;
        long c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21;
        long c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22;
        long c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23;
        long c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24;

        for (int round = 0; round < 24; round += 2) {
            long d0 = c4 ^ Long.rotateLeft(c1, 1);
            long d1 = c0 ^ Long.rotateLeft(c2, 1);
            long d2 = c1 ^ Long.rotateLeft(c3, 1);
            long d3 = c2 ^ Long.rotateLeft(c4, 1);
            long d4 = c3 ^ Long.rotateLeft(c0, 1);
            long b0 = a0 ^ d0;
            long b1 = Long.rotateLeft(a6 ^ d1, 44);
            long b2 = Long.rotateLeft(a12 ^ d2, 43);
            long b3 = Long.rotateLeft(a18 ^ d3, 21);
            long b4 = Long.rotateLeft(a24 ^ d4, 14);
            long e0 = b0 ^ (~b1 & b2) ^ RC[round];
            long e1 = b1 ^ (~b2 & b3);
            long e2 = b2 ^ (~b3 & b4);
            long e3 = b3 ^ (~b4 & b0);
            long e4 = b4 ^ (~b0 & b1);
            c0 = e0;
            c1 = e1;
            c2 = e2;
            c3 = e3;
            c4 = e4;
            b0 = Long.rotateLeft(a3 ^ d3, 28);
            b1 = Long.rotateLeft(a9 ^ d4, 20);
            b2 = Long.rotateLeft(a10 ^ d0, 3);
            b3 = Long.rotateLeft(a16 ^ d1, 45);
            b4 = Long.rotateLeft(a22 ^ d2, 61);
            long e5 = b0 ^ (~b1 & b2);
            long e6 = b1 ^ (~b2 & b3);
            long e7 = b2 ^ (~b3 & b4);
            long e8 = b3 ^ (~b4 & b0);
            long e9 = b4 ^ (~b0 & b1);
            c0 ^= e5;
            c1 ^= e6;
            c2 ^= e7;
            c3 ^= e8;
            c4 ^= e9;
            b0 = Long.rotateLeft(a1 ^ d1, 1);
            b1 = Long.rotateLeft(a7 ^ d2, 6);
            b2 = Long.rotateLeft(a13 ^ d3, 25);
            b3 = Long.rotateLeft(a19 ^ d4, 8);
            b4 = Long.rotateLeft(a20 ^ d0, 18);
            long e10 = b0 ^ (~b1 & b2);
            long e11 = b1 ^ (~b2 & b3);
            long e12 = b2 ^ (~b3 & b4);
            long e13 = b3 ^ (~b4 & b0);
            long e14 = b4 ^ (~b0 & b1);
            c0 ^= e10;
            c1 ^= e11;
            c2 ^= e12;
            c3 ^= e13;
            c4 ^= e14;
            b0 = Long.rotateLeft(a4 ^ d4, 27);
            b1 = Long.rotateLeft(a5 ^ d0, 36);
            b2 = Long.rotateLeft(a11 ^ d1, 10);
            b3 = Long.rotateLeft(a17 ^ d2, 15);
            b4 = Long.rotateLeft(a23 ^ d3, 56);
            long e15 = b0 ^ (~b1 & b2);
            long e16 = b1 ^ (~b2 & b3);
            long e17 = b2 ^ (~b3 & b4);
            long e18 = b3 ^ (~b4 & b0);
            long e19 = b4 ^ (~b0 & b1);
            c0 ^= e15;
            c1 ^= e16;
            c2 ^= e17;
            c3 ^= e18;
            c4 ^= e19;
            b0 = Long.rotateLeft(a2 ^ d2, 62);
            b1 = Long.rotateLeft(a8 ^ d3, 55);
            b2 = Long.rotateLeft(a14 ^ d4, 39);
            b3 = Long.rotateLeft(a15 ^ d0, 41);
            b4 = Long.rotateLeft(a21 ^ d1, 2);
            long e20 = b0 ^ (~b1 & b2);
            long e21 = b1 ^ (~b2 & b3);
            long e22 = b2 ^ (~b3 & b4);
            long e23 = b3 ^ (~b4 & b0);
            long e24 = b4 ^ (~b0 & b1);
            c0 ^= e20;
            c1 ^= e21;
            c2 ^= e22;
            c3 ^= e23;
            c4 ^= e24;

            d0 = c4 ^ Long.rotateLeft(c1, 1);
            d1 = c0 ^ Long.rotateLeft(c2, 1);
            d2 = c1 ^ Long.rotateLeft(c3, 1);
            d3 = c2 ^ Long.rotateLeft(c4, 1);
            d4 = c3 ^ Long.rotateLeft(c0, 1);
            b0 = e0 ^ d0;
            b1 = Long.rotateLeft(e6 ^ d1, 44);
            b2 = Long.rotateLeft(e12 ^ d2, 43);
            b3 = Long.rotateLeft(e18 ^ d3, 21);
            b4 = Long.rotateLeft(e24 ^ d4, 14);
            a0 = b0 ^ (~b1 & b2) ^ RC[round + 1];
            a1 = b1 ^ (~b2 & b3);
            a2 = b2 ^ (~b3 & b4);
            a3 = b3 ^ (~b4 & b0);
            a4 = b4 ^ (~b0 & b1);
            c0 = a0;
            c1 = a1;
            c2 = a2;
            c3 = a3;
            c4 = a4;
            b0 = Long.rotateLeft(e3 ^ d3, 28);
            b1 = Long.rotateLeft(e9 ^ d4, 20);
            b2 = Long.rotateLeft(e10 ^ d0, 3);
            b3 = Long.rotateLeft(e16 ^ d1, 45);
            b4 = Long.rotateLeft(e22 ^ d2, 61);
            a5 = b0 ^ (~b1 & b2);
            a6 = b1 ^ (~b2 & b3);
            a7 = b2 ^ (~b3 & b4);
            a8 = b3 ^ (~b4 & b0);
            a9 = b4 ^ (~b0 & b1);
            c0 ^= a5;
            c1 ^= a6;
            c2 ^= a7;
            c3 ^= a8;
            c4 ^= a9;
            b0 = Long.rotateLeft(e1 ^ d1, 1);
            b1 = Long.rotateLeft(e7 ^ d2, 6);
            b2 = Long.rotateLeft(e13 ^ d3, 25);
            b3 = Long.rotateLeft(e19 ^ d4, 8);
            b4 = Long.rotateLeft(e20 ^ d0, 18);
            a10 = b0 ^ (~b1 & b2);
            a11 = b1 ^ (~b2 & b3);
            a12 = b2 ^ (~b3 & b4);
            a13 = b3 ^ (~b4 & b0);
            a14 = b4 ^ (~b0 & b1);
            c0 ^= a10;
            c1 ^= a11;
            c2 ^= a12;
            c3 ^= a13;
            c4 ^= a14;
            b0 = Long.rotateLeft(e4 ^ d4, 27);
            b1 = Long.rotateLeft(e5 ^ d0, 36);
            b2 = Long.rotateLeft(e11 ^ d1, 10);
            b3 = Long.rotateLeft(e17 ^ d2, 15);
            b4 = Long.rotateLeft(e23 ^ d3, 56);
            a15 = b0 ^ (~b1 & b2);
            a16 = b1 ^ (~b2 & b3);
            a17 = b2 ^ (~b3 & b4);
            a18 = b3 ^ (~b4 & b0);
            a19 = b4 ^ (~b0 & b1);
            c0 ^= a15;
            c1 ^= a16;
            c2 ^= a17;
            c3 ^= a18;
            c4 ^= a19;
            b0 = Long.rotateLeft(e2 ^ d2, 62);
            b1 = Long.rotateLeft(e8 ^ d3, 55);
            b2 = Long.rotateLeft(e14 ^ d4, 39);
            b3 = Long.rotateLeft(e15 ^ d0, 41);
            b4 = Long.rotateLeft(e21 ^ d1, 2);
            a20 = b0 ^ (~b1 & b2);
            a21 = b1 ^ (~b2 & b3);
            a22 = b2 ^ (~b3 & b4);
            a23 = b3 ^ (~b4 & b0);
            a24 = b4 ^ (~b0 & b1);
            c0 ^= a20;
            c1 ^= a21;
            c2 ^= a22;
            c3 ^= a23;
            c4 ^= a24;
        }
        a[0] = a0;
        a[1] = a1;
        a[2] = a2;
        a[3] = a3;
        a[4] = a4;
        a[5] = a5;
        a[6] = a6;
        a[7] = a7;
        a[8] = a8;
        a[9] = a9;
        a[10] = a10;
        a[11] = a11;
        a[12] = a12;
        a[13] = a13;
        a[14] = a14;
        a[15] = a15;
        a[16] = a16;
        a[17] = a17;
        a[18] = a18;
        a[19] = a19;
        a[20] = a20;
        a[21] = a21;
        a[22] = a22;
        a[23] = a23;
        a[24] = a24;
    }
}
