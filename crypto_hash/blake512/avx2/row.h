/* SPDX-License-Identifier: CC0-1.0 */

/* A row of BLAKE-512: four words in an AVX register. */

#include <immintrin.h>

typedef __m256i row;

#define add _mm256_add_epi64
#define exor _mm256_xor_si256

/* Words to the left by n places. */
#define turn(x, n) _mm256_permute4x64_epi64(x, 0xff & 0xe4e4 >> 2 * (n))

static inline row four_words(word x0, word x1, word x2, word x3)
{
    return _mm256_set_epi64x((long long)x3, (long long)x2, (long long)x1,
                             (long long)x0);
}

/* Not by four_words(), which takes words of 64 bits apart on x86. */
static inline __m128i two_of_message(const word *m0, const word *m1)
{
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)m0),
                              _mm_loadl_epi64((const __m128i *)m1));
}

static inline row four_of_message(const word *m0, const word *m1,
                                  const word *m2, const word *m3)
{
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(two_of_message(m0, m1)), two_of_message(m2, m3),
        1);
}

static inline row load_row(const word h[4])
{
    return _mm256_loadu_si256((const __m256i *)h);
}

static inline void store_row(word h[4], row x)
{
    _mm256_storeu_si256((__m256i *)h, x);
}
