/* SPDX-License-Identifier: CC0-1.0 */

/* Rotations by whole bytes in one operation, the others in two and an or: a
   round's chain is 28 operations. */

#include "row64_avx2.h"

#define BYTES(x, ...)                                                          \
    _mm256_shuffle_epi8(                                                       \
        x, _mm256_broadcastsi128_si256(_mm_set_epi8(__VA_ARGS__)))

#define ROTATE(x, n)                                                           \
    _mm256_or_si256(_mm256_srli_epi32(x, n),                                   \
                    _mm256_slli_epi32(x, WORD_BITS - (n)))

static inline row rotate_1(row d, row a)
{
    return BYTES(exor(d, a), 13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3,
                 2);
}

static inline row rotate_2(row b, row c) { return ROTATE(exor(b, c), R2); }

static inline row rotate_3(row d, row a)
{
    return BYTES(exor(d, a), 12, 15, 14, 13, 8, 11, 10, 9, 4, 7, 6, 5, 0, 3, 2,
                 1);
}

static inline row rotate_4(row b, row c) { return ROTATE(exor(b, c), R4); }
