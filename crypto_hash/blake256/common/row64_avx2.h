/* SPDX-License-Identifier: CC0-1.0 */

/* A row in an AVX register: four words of BLAKE-512, or of 32 bits in pairs,
   each of either half of BBLAKE-256. */

#include <immintrin.h>

typedef __m256i row;

#if WORD_BITS == 64
#define add _mm256_add_epi64
#define LANE(x) (x)
#else
#define add _mm256_add_epi32
#define LANE(x) ((uint64_t)(x) << 32 | (x))
#endif
#define exor _mm256_xor_si256

/* Words to the left by n places. */
#define turn(x, n) _mm256_permute4x64_epi64(x, 0xff & 0xe4e4 >> 2 * (n))

static inline row four_words(word x0, word x1, word x2, word x3)
{
    return _mm256_set_epi64x((long long)LANE(x3), (long long)LANE(x2),
                             (long long)LANE(x1), (long long)LANE(x0));
}

/* Not by four_words(), which takes words of 64 bits apart on x86. */
static inline __m128i two_of_message(const uint64_t *m0, const uint64_t *m1)
{
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)m0),
                              _mm_loadl_epi64((const __m128i *)m1));
}

static inline row four_of_message(const uint64_t *m0, const uint64_t *m1,
                                  const uint64_t *m2, const uint64_t *m3)
{
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(two_of_message(m0, m1)), two_of_message(m2, m3),
        1);
}

static inline row load_row(const uint64_t h[4])
{
    return _mm256_loadu_si256((const __m256i *)h);
}

static inline void store_row(uint64_t h[4], row x)
{
    _mm256_storeu_si256((__m256i *)h, x);
}
