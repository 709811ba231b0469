/* SPDX-License-Identifier: CC0-1.0 */
/*
 * One round of JH in bit-sliced form, on words of any width: the steps of the
 * submission document, section "bit-slice implementation". The even elements
 * are the bits of a0..a3, the odd ones of b0..b3, a0 and b0 most significant.
 * Operations a round: 20 for each S-box, 10 for L, 20 for the four swaps.
 */

/* Lane j of the eight words of a state x. */
#define LOAD(x)                                                                \
    word a0 = (x)[0][j], a1 = (x)[2][j], a2 = (x)[4][j], a3 = (x)[6][j];       \
    word b0 = (x)[1][j], b1 = (x)[3][j], b2 = (x)[5][j], b3 = (x)[7][j]

#define STORE(x)                                                               \
    do {                                                                       \
        (x)[0][j] = a0;                                                        \
        (x)[1][j] = b0;                                                        \
        (x)[2][j] = a1;                                                        \
        (x)[3][j] = b1;                                                        \
        (x)[4][j] = a2;                                                        \
        (x)[5][j] = b2;                                                        \
        (x)[6][j] = a3;                                                        \
        (x)[7][j] = b3;                                                        \
    } while (0)

/* S_0 where the bit of k is 0, S_1 where it is 1. */
#define SBOX(a, b, c, d, k)                                                    \
    do {                                                                       \
        word t;                                                                \
        d = ~d;                                                                \
        a ^= (k) & ~c;                                                         \
        t = (k) ^ (a & b);                                                     \
        a ^= c & d;                                                            \
        d ^= c & ~b;                                                           \
        b ^= a & c;                                                            \
        c ^= a & ~d;                                                           \
        a ^= b | d;                                                            \
        d ^= b & c;                                                            \
        b ^= t & a;                                                            \
        c ^= t;                                                                \
    } while (0)

/* Both S-boxes, then L on each pair of elements. */
#define SUBSTITUTE_AND_MIX(even, odd)                                          \
    do {                                                                       \
        SBOX(a0, a1, a2, a3, even);                                            \
        SBOX(b0, b1, b2, b3, odd);                                             \
        b0 ^= a1;                                                              \
        b1 ^= a2;                                                              \
        b2 ^= a0 ^ a3;                                                         \
        b3 ^= a0;                                                              \
        a0 ^= b1;                                                              \
        a1 ^= b2;                                                              \
        a2 ^= b0 ^ b3;                                                         \
        a3 ^= b0;                                                              \
    } while (0)

/* Bits i and i ^ d change places; the mask has the bits i with (i & d) = 0. */
#define SWAP_MASK(d) ((word) ~(word)0 / (((word)1 << (d)) + 1))
#define SWAP(x, d) ((SWAP_MASK(d) & (x)) << (d) | (SWAP_MASK(d) & (x) >> (d)))
#define SWAP_ODD(d)                                                            \
    do {                                                                       \
        b0 = SWAP(b0, d);                                                      \
        b1 = SWAP(b1, d);                                                      \
        b2 = SWAP(b2, d);                                                      \
        b3 = SWAP(b3, d);                                                      \
    } while (0)
