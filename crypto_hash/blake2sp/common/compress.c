/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2's opt64 a block at a time, and with the flag of a last node: the state
   in sixteen variables, all rounds unrolled. A round is 112 operations: 48 add,
   32 xor, 32 rotate. Two leaves in turns would give the chains of one more
   time, and need twice the registers. */

#include "tree.h"

#define ROTATE(x, n) ((x) >> (n) | (x) << (WORD_BITS - (n)))

#define HALF_G(a, b, c, d, x, r, s)                                            \
    (a) += (x);                                                                \
    (a) += (b);                                                                \
    (d) = ROTATE((d) ^ (a), r);                                                \
    (c) += (d);                                                                \
    (b) = ROTATE((b) ^ (c), s);

/* The order in which few words wait in memory, as BLAKE2's */
#define FOUR_G(a0, b0, c0, d0, a1, b1, c1, d1, a2, b2, c2, d2, a3, b3, c3, d3, \
               s0, s1, s2, s3, s4, s5, s6, s7)                                 \
    HALF_G(a0, b0, c0, d0, m[s0], R1, R2)                                      \
    HALF_G(a1, b1, c1, d1, m[s2], R1, R2)                                      \
    HALF_G(a2, b2, c2, d2, m[s4], R1, R2)                                      \
    HALF_G(a3, b3, c3, d3, m[s6], R1, R2)                                      \
    HALF_G(a2, b2, c2, d2, m[s5], R3, R4)                                      \
    HALF_G(a3, b3, c3, d3, m[s7], R3, R4)                                      \
    HALF_G(a1, b1, c1, d1, m[s3], R3, R4)                                      \
    HALF_G(a0, b0, c0, d0, m[s1], R3, R4)

#define ROUND(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se,   \
              sf)                                                              \
    FOUR_G(v0, v4, v8, v12, v1, v5, v9, v13, v2, v6, v10, v14, v3, v7, v11,    \
           v15, s0, s1, s2, s3, s4, s5, s6, s7)                                \
    FOUR_G(v0, v5, v10, v15, v1, v6, v11, v12, v2, v7, v8, v13, v3, v4, v9,    \
           v14, s8, s9, sa, sb, sc, sd, se, sf)

void compress(word h[8], const unsigned char *in, unsigned long long t, word f0,
              word f1)
{
    const word t0 = (word)t, t1 = WORD_BITS == 32 ? (word)(t >> 32) : 0;
    word v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3];
    word v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
    word v8 = IV0, v9 = IV1, v10 = IV2, v11 = IV3;
    word v12 = t0 ^ IV4, v13 = t1 ^ IV5, v14 = f0 ^ IV6, v15 = f1 ^ IV7;
    word m[16];

    message(m, in);

    SIGMA(ROUND)

    h[0] ^= v0 ^ v8;
    h[1] ^= v1 ^ v9;
    h[2] ^= v2 ^ v10;
    h[3] ^= v3 ^ v11;
    h[4] ^= v4 ^ v12;
    h[5] ^= v5 ^ v13;
    h[6] ^= v6 ^ v14;
    h[7] ^= v7 ^ v15;
}
