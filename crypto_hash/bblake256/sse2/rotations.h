/* SPDX-License-Identifier: CC0-1.0 */

/* Two shifts and an or; by half a word, two shuffles. */

#include "row64_sse2.h"

#define BOTH(f, x, n) ((row){f((x).x01, n), f((x).x23, n)})

#define SWAP(x, n) _mm_shufflehi_epi16(_mm_shufflelo_epi16(x, 0xb1), 0xb1)

#define ROTATE(x, n)                                                           \
    _mm_or_si128(_mm_srli_epi32(x, n), _mm_slli_epi32(x, WORD_BITS - (n)))

static inline row rotate_1(row d, row a) { return BOTH(SWAP, exor(d, a), R1); }

static inline row rotate_2(row b, row c)
{
    return BOTH(ROTATE, exor(b, c), R2);
}

static inline row rotate_3(row d, row a)
{
    return BOTH(ROTATE, exor(d, a), R3);
}

static inline row rotate_4(row b, row c)
{
    return BOTH(ROTATE, exor(b, c), R4);
}
