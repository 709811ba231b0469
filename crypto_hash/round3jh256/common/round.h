/* SPDX-License-Identifier: CC0-1.0 */
/*
 * One round of JH in bit-sliced form, on words of any width. The even elements
 * are the bits of a0..a3, the odd ones of b0..b3, a0 and b0 most significant.
 *
 * The submission document gives an S-box of 20 operations, one of them a
 * complement. Here that one is spared: with a2, b2 and b3 complemented,
 * either S-box needs 19 operations of the kinds x & y, x | y, x & ~y and
 * x ^ y, and after L just these three words are complemented again, as with no
 * other choice of words.
 * Operations a round: 19 for each S-box, 10 for L, 20 for the four swaps.
 */
#include <string.h>

/* The words that are complemented between rounds: bit i is that of a_i or b_i.
   Code that includes this file may have others, and S-boxes for them. */
#ifndef EVEN_COMPLEMENTED
#define EVEN_COMPLEMENTED 4
#define ODD_COMPLEMENTED 12
#define PLAIN_SBOXES
#endif

/* The even or the odd words of the state, in lanes. */
enum { LANES = 16 / sizeof(word) };
typedef struct {
    word w[4][LANES];
} half_state;

static void complement(half_state *even, half_state *odd)
{
    int i, j;

    for (i = 0; i < 4; i++)
        for (j = 0; j < LANES; j++) {
            if (EVEN_COMPLEMENTED >> i & 1)
                even->w[i][j] = ~even->w[i][j];
            if (ODD_COMPLEMENTED >> i & 1)
                odd->w[i][j] = ~odd->w[i][j];
        }
}

static void split(half_state *even, half_state *odd, const jh_state *h)
{
    int i;

    for (i = 0; i < 4; i++) {
        memcpy(even->w[i], h->bytes + 32 * i, 16);
        memcpy(odd->w[i], h->bytes + 32 * i + 16, 16);
    }
    complement(even, odd);
}

static void join(jh_state *h, half_state *even, half_state *odd)
{
    int i;

    complement(even, odd);
    for (i = 0; i < 4; i++) {
        memcpy(h->bytes + 32 * i, even->w[i], 16);
        memcpy(h->bytes + 32 * i + 16, odd->w[i], 16);
    }
}

#ifdef PLAIN_SBOXES
/* S_0 where the bit of k is 0, S_1 where it is 1, on even elements: takes c
   complemented and gives b complemented. */
#define SBOX_EVEN(a, b, c, d, k)                                               \
    do {                                                                       \
        word t;                                                                \
        a ^= (k)&c;                                                            \
        t = (k) ^ (a & b);                                                     \
        a ^= c | d;                                                            \
        d ^= c | b;                                                            \
        b ^= a | c;                                                            \
        c ^= a | d;                                                            \
        a ^= b & ~d;                                                           \
        d ^= c & ~b;                                                           \
        b ^= t & a;                                                            \
        c ^= t;                                                                \
    } while (0)

/* The same on odd elements: takes c and d, gives a, c and d complemented. */
#define SBOX_ODD(a, b, c, d, k)                                                \
    do {                                                                       \
        word t;                                                                \
        a ^= (k)&c;                                                            \
        t = (k) ^ (a & b);                                                     \
        a ^= d & ~c;                                                           \
        d ^= c | b;                                                            \
        b ^= a & ~c;                                                           \
        c ^= a & d;                                                            \
        a ^= d & ~b;                                                           \
        d ^= b & ~c;                                                           \
        b ^= t & ~a;                                                           \
        c ^= t;                                                                \
    } while (0)
#endif

/* Both S-boxes, then L on each pair of elements. */
#define SUBSTITUTE_AND_MIX(even, odd)                                          \
    do {                                                                       \
        SBOX_EVEN(a0, a1, a2, a3, even);                                       \
        SBOX_ODD(b0, b1, b2, b3, odd);                                         \
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
