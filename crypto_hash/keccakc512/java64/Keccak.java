/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.keccakc512.java64;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Keccak-f[1600] on words of 64 bits, from an array a to an array e and back, row by row. Lanes are
 * in memory on purpose: a round has 35 words at work and HotSpot 13 registers. Local variables that
 * find none it moves to vector registers and back, where theta waits for them: with 25 lanes in
 * locals 11.1 cycles/byte (Zen 3, JDK 17), so 8.8, portable C 6.8. Theta's d is in an array, too:
 * after a store to e, which might be d, HotSpot has to load it again and so keeps none of it.
 * Two rounds an iteration, with a and e by name, undo that: HotSpot sees which loads give what was
 * stored, and 12.5 cycles/byte come of it.
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
    private long[] a = new long[25]; // the state: lane x, y is number x + 5 y
    private long[] e = new long[25]; // that of every other round
    private long[] d = new long[5]; // what theta adds to the columns

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
            permute(a, e, d);
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
        copy.e = e.clone();
        copy.d = d.clone();
        return copy;
    }

    /** Chi of a row: its lanes go to e from index i. */
    private static void chi(long[] e, int i, long b0, long b1, long b2, long b3, long b4) {
        e[i] = b0 ^ (~b1 & b2);
        e[i + 1] = b1 ^ (~b2 & b3);
        e[i + 2] = b2 ^ (~b3 & b4);
        e[i + 3] = b3 ^ (~b4 & b0);
        e[i + 4] = b4 ^ (~b0 & b1);
    }

    /** The state is in a, before and behind; what e and d hold does not matter. */
    private static void permute(long[] a, long[] e, long[] d) {
        for (int round = 0; round < 24; round++) {
            long c0 = a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20];
            long c1 = a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21];
            long c2 = a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22];
            long c3 = a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23];
            long c4 = a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24];
            d[0] = c4 ^ Long.rotateLeft(c1, 1);
            d[1] = c0 ^ Long.rotateLeft(c2, 1);
            d[2] = c1 ^ Long.rotateLeft(c3, 1);
            d[3] = c2 ^ Long.rotateLeft(c4, 1);
            d[4] = c3 ^ Long.rotateLeft(c0, 1);
            chi(
                    e, 0, a[0] ^ d[0], Long.rotateLeft(a[6] ^ d[1], 44),
                    Long.rotateLeft(a[12] ^ d[2], 43), Long.rotateLeft(a[18] ^ d[3], 21),
                    Long.rotateLeft(a[24] ^ d[4], 14));
            e[0] ^= RC[round];
            chi(
                    e, 5, Long.rotateLeft(a[3] ^ d[3], 28), Long.rotateLeft(a[9] ^ d[4], 20),
                    Long.rotateLeft(a[10] ^ d[0], 3), Long.rotateLeft(a[16] ^ d[1], 45),
                    Long.rotateLeft(a[22] ^ d[2], 61));
            chi(
                    e, 10, Long.rotateLeft(a[1] ^ d[1], 1), Long.rotateLeft(a[7] ^ d[2], 6),
                    Long.rotateLeft(a[13] ^ d[3], 25), Long.rotateLeft(a[19] ^ d[4], 8),
                    Long.rotateLeft(a[20] ^ d[0], 18));
            chi(
                    e, 15, Long.rotateLeft(a[4] ^ d[4], 27), Long.rotateLeft(a[5] ^ d[0], 36),
                    Long.rotateLeft(a[11] ^ d[1], 10), Long.rotateLeft(a[17] ^ d[2], 15),
                    Long.rotateLeft(a[23] ^ d[3], 56));
            chi(
                    e, 20, Long.rotateLeft(a[2] ^ d[2], 62), Long.rotateLeft(a[8] ^ d[3], 55),
                    Long.rotateLeft(a[14] ^ d[4], 39), Long.rotateLeft(a[15] ^ d[0], 41),
                    Long.rotateLeft(a[21] ^ d[1], 2));
            long[] t = a;
            a = e;
            e = t;
        }
    }
}
