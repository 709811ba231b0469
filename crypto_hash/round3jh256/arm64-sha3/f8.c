/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH in the NEON of 64-bit ARM with SHA-3's instructions: bcax is x
 * ^ (y & ~z), eor3 the xor of three words. Operations a round: 25 for the
 * S-boxes, 8 for L, and for the swaps 12, 12, 8, 4, 4, 4 and 4: 39.9.
 */
#include "swaps.h"

/*
 * The S-boxes of JH as nine steps x ^= y & z each, and one sum. A step is one
 * bcax if just one of y and z is complemented. Which words are complemented
 * before and after each S-box, and in which two or three steps it costs a
 * second operation to change that, was searched through: 25 operations are the
 * least for both of them where L brings the same words back, and the round
 * constants are as they are. Complemented constants would spare one more.
 */
#define EVEN_COMPLEMENTED 14 /* a1, a2, a3 */
#define ODD_COMPLEMENTED 3   /* b0, b1 */

/* x ^ (y & ~z) */
#define BCAX vbcaxq_u64

/* S_0 where the bit of k is 0, S_1 where it is 1: takes b, c and d
   complemented, gives a and b so. */
#define SBOX_EVEN(a, b, c, d, k)                                               \
    do {                                                                       \
        word t;                                                                \
        a ^= (k)&c;                                                            \
        t = BCAX(k, a, b);                                                     \
        a = BCAX(a, d, c);                                                     \
        d = BCAX(d, b, c);                                                     \
        b = BCAX(b, a, c);                                                     \
        c ^= d | ~a;                                                           \
        a = BCAX(a, b, d);                                                     \
        d = BCAX(d, c, b);                                                     \
        b = BCAX(b, t, a);                                                     \
        c ^= t;                                                                \
    } while (0)

/* The same on odd elements: takes a and b complemented, gives b, c and d so; t
   is complemented, too. */
#define SBOX_ODD(a, b, c, d, k)                                                \
    do {                                                                       \
        word t;                                                                \
        a = BCAX(a, k, c);                                                     \
        t = (k) ^ (a | b);                                                     \
        a = BCAX(a, c, d);                                                     \
        d ^= b & c;                                                            \
        b = BCAX(b, c, a);                                                     \
        c = BCAX(c, d, a);                                                     \
        a ^= b & d;                                                            \
        d = BCAX(d, c, b);                                                     \
        b = BCAX(b, a, t);                                                     \
        c ^= t;                                                                \
    } while (0)

#include "words.h"
