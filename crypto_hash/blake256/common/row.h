/* SPDX-License-Identifier: CC0-1.0 */

/* A row of BLAKE-256: four words in an SSE register. */

#include <immintrin.h>

typedef __m128i row;

#define add _mm_add_epi32
#define exor _mm_xor_si128

/* Words to the left by n places. */
#define turn(x, n) _mm_shuffle_epi32(x, 0xff & 0xe4e4 >> 2 * (n))

static inline row four_words(word x0, word x1, word x2, word x3)
{
    return _mm_set_epi32((int)x3, (int)x2, (int)x1, (int)x0);
}

static inline row four_of_message(const word *m0, const word *m1,
                                  const word *m2, const word *m3)
{
    return four_words(*m0, *m1, *m2, *m3);
}

static inline row load_row(const word h[4])
{
    return _mm_loadu_si128((const __m128i *)h);
}

static inline void store_row(word h[4], row x)
{
    _mm_storeu_si128((__m128i *)h, x);
}
