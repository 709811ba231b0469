/* SPDX-License-Identifier: CC0-1.0 */

/* Rotations by whole bytes in one operation, the others in two and an or: a
   round's chain is 28 operations. */

#include "row64_sse2.h"

#define BOTH(x, f, n) ((row){f((x).x01, n), f((x).x23, n)})

static inline row rotate_1(row d, row a)
{
    return BOTH(exor(d, a), _mm_shuffle_epi32, 0xb1);
}

static inline row rotate_3(row d, row a)
{
    return BOTH(
        exor(d, a), _mm_shuffle_epi8,
        _mm_set_epi8(9, 8, 15, 14, 13, 12, 11, 10, 1, 0, 7, 6, 5, 4, 3, 2));
}

#define ROTATE(x, n)                                                           \
    _mm_or_si128(_mm_srli_epi64(x, n), _mm_slli_epi64(x, WORD_BITS - (n)))

static inline row rotate_2(row b, row c)
{
    return BOTH(exor(b, c), ROTATE, R2);
}

static inline row rotate_4(row b, row c)
{
    return BOTH(exor(b, c), ROTATE, R4);
}
