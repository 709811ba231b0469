/* SPDX-License-Identifier: CC0-1.0 */

/* Rotations by whole bytes in one operation, the others in two and an or. */

#include "row64_sse2.h"

#define BOTH(f, x, n) ((row){f((x).x01, n), f((x).x23, n)})

#define BY_R1 _mm_set_epi8(13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2)
#define BY_R3 _mm_set_epi8(12, 15, 14, 13, 8, 11, 10, 9, 4, 7, 6, 5, 0, 3, 2, 1)

#define ROTATE(x, n)                                                           \
    _mm_or_si128(_mm_srli_epi32(x, n), _mm_slli_epi32(x, WORD_BITS - (n)))

static inline row rotate_1(row d, row a)
{
    return BOTH(_mm_shuffle_epi8, exor(d, a), BY_R1);
}

static inline row rotate_2(row b, row c)
{
    return BOTH(ROTATE, exor(b, c), R2);
}

static inline row rotate_3(row d, row a)
{
    return BOTH(_mm_shuffle_epi8, exor(d, a), BY_R3);
}

static inline row rotate_4(row b, row c)
{
    return BOTH(ROTATE, exor(b, c), R4);
}
