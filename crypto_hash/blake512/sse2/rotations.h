/* SPDX-License-Identifier: CC0-1.0 */

/* A shuffle by 32 bits, two by 16, two shifts and an or by others: a round's
   chain is 30 operations. */

#include "row64_sse2.h"

#define BOTH(x, f, n) ((row){f((x).x01, n), f((x).x23, n)})

static inline row rotate_1(row d, row a)
{
    return BOTH(exor(d, a), _mm_shuffle_epi32, 0xb1);
}

static inline row rotate_3(row d, row a)
{
    const row x = BOTH(exor(d, a), _mm_shufflelo_epi16, 0x39);

    return BOTH(x, _mm_shufflehi_epi16, 0x39);
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
