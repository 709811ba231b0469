/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

/**
 * Keccak with lanes in local variables; "rotations: XOR to OR", after. In {@code round + 0} the
 * zero is what KeccakTwo counts up.
 */
public final class KeccakOr extends Keccak {
    @Override
    protected void permute(long[] a) {
        long a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], a4 = a[4], a5 = a[5], a6 = a[6], a7 = a[7],
             a8 = a[8], a9 = a[9], a10 = a[10], a11 = a[11], a12 = a[12], a13 = a[13], a14 = a[14],
             a15 = a[15], a16 = a[16], a17 = a[17], a18 = a[18], a19 = a[19], a20 = a[20],
             a21 = a[21], a22 = a[22], a23 = a[23], a24 = a[24];
        for (int round = 0; round < 24; round++) {
            long c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20;
            long c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21;
            long c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22;
            long c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23;
            long c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24;
            long d0 = c4 ^ (c1 << 1 | c1 >>> 63);
            long d1 = c0 ^ (c2 << 1 | c2 >>> 63);
            long d2 = c1 ^ (c3 << 1 | c3 >>> 63);
            long d3 = c2 ^ (c4 << 1 | c4 >>> 63);
            long d4 = c3 ^ (c0 << 1 | c0 >>> 63);
            a0 ^= d0;
            a1 ^= d1;
            a2 ^= d2;
            a3 ^= d3;
            a4 ^= d4;
            a5 ^= d0;
            a6 ^= d1;
            a7 ^= d2;
            a8 ^= d3;
            a9 ^= d4;
            a10 ^= d0;
            a11 ^= d1;
            a12 ^= d2;
            a13 ^= d3;
            a14 ^= d4;
            a15 ^= d0;
            a16 ^= d1;
            a17 ^= d2;
            a18 ^= d3;
            a19 ^= d4;
            a20 ^= d0;
            a21 ^= d1;
            a22 ^= d2;
            a23 ^= d3;
            a24 ^= d4;
            long b0 = a0;
            long b10 = (a1 << 1 | a1 >>> 63);
            long b7 = (a10 << 3 | a10 >>> 61);
            long b11 = (a7 << 6 | a7 >>> 58);
            long b17 = (a11 << 10 | a11 >>> 54);
            long b18 = (a17 << 15 | a17 >>> 49);
            long b3 = (a18 << 21 | a18 >>> 43);
            long b5 = (a3 << 28 | a3 >>> 36);
            long b16 = (a5 << 36 | a5 >>> 28);
            long b8 = (a16 << 45 | a16 >>> 19);
            long b21 = (a8 << 55 | a8 >>> 9);
            long b24 = (a21 << 2 | a21 >>> 62);
            long b4 = (a24 << 14 | a24 >>> 50);
            long b15 = (a4 << 27 | a4 >>> 37);
            long b23 = (a15 << 41 | a15 >>> 23);
            long b19 = (a23 << 56 | a23 >>> 8);
            long b13 = (a19 << 8 | a19 >>> 56);
            long b12 = (a13 << 25 | a13 >>> 39);
            long b2 = (a12 << 43 | a12 >>> 21);
            long b20 = (a2 << 62 | a2 >>> 2);
            long b14 = (a20 << 18 | a20 >>> 46);
            long b22 = (a14 << 39 | a14 >>> 25);
            long b9 = (a22 << 61 | a22 >>> 3);
            long b6 = (a9 << 20 | a9 >>> 44);
            long b1 = (a6 << 44 | a6 >>> 20);
            a0 = b0 ^ ~b1 & b2;
            a1 = b1 ^ ~b2 & b3;
            a2 = b2 ^ ~b3 & b4;
            a3 = b3 ^ ~b4 & b0;
            a4 = b4 ^ ~b0 & b1;
            a5 = b5 ^ ~b6 & b7;
            a6 = b6 ^ ~b7 & b8;
            a7 = b7 ^ ~b8 & b9;
            a8 = b8 ^ ~b9 & b5;
            a9 = b9 ^ ~b5 & b6;
            a10 = b10 ^ ~b11 & b12;
            a11 = b11 ^ ~b12 & b13;
            a12 = b12 ^ ~b13 & b14;
            a13 = b13 ^ ~b14 & b10;
            a14 = b14 ^ ~b10 & b11;
            a15 = b15 ^ ~b16 & b17;
            a16 = b16 ^ ~b17 & b18;
            a17 = b17 ^ ~b18 & b19;
            a18 = b18 ^ ~b19 & b15;
            a19 = b19 ^ ~b15 & b16;
            a20 = b20 ^ ~b21 & b22;
            a21 = b21 ^ ~b22 & b23;
            a22 = b22 ^ ~b23 & b24;
            a23 = b23 ^ ~b24 & b20;
            a24 = b24 ^ ~b20 & b21;
            a0 ^= RC[round + 0];
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
