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

/* BLAKE2bp: a row as the same word of all four leaves. In AVX2 a block of four
   is 12 rounds of 160 operations and 64 to transpose it, on three units 1.29
   c/b; with the rotations of AVX-512 12 of 112, 0.92 c/b. */

#define LANES 4
typedef row vector;

#define load load_row
#define all(x) _mm256_set1_epi64x((long long)(x))
#define done _mm256_zeroupper /* gcc leaves it out with -O and -Os */

static inline void transpose(vector x[4])
{
    const vector y0 = _mm256_unpacklo_epi64(x[0], x[1]);
    const vector y1 = _mm256_unpackhi_epi64(x[0], x[1]);
    const vector y2 = _mm256_unpacklo_epi64(x[2], x[3]);
    const vector y3 = _mm256_unpackhi_epi64(x[2], x[3]);

    x[0] = _mm256_permute2x128_si256(y0, y2, 0x20);
    x[1] = _mm256_permute2x128_si256(y1, y3, 0x20);
    x[2] = _mm256_permute2x128_si256(y0, y2, 0x31);
    x[3] = _mm256_permute2x128_si256(y1, y3, 0x31);
}

static inline void load_messages(vector m[16], const unsigned char *in,
                                 size_t stride, size_t n)
{
    for (size_t k = 0; k < 16; k += 4) {
        for (size_t i = 0; i < 4; i++)
            m[k + i] = _mm256_loadu_si256(
                (const __m256i *)(in + i * (i < n) * stride + 8 * k));
        transpose(m + k);
    }
}

static inline void store_values(unsigned char cv[][8 * WORD_BYTES], vector h[8])
{
    transpose(h);
    transpose(h + 4);
    for (size_t i = 0; i < LANES; i++) {
        _mm256_storeu_si256((__m256i *)cv[i], h[i]);
        _mm256_storeu_si256((__m256i *)(cv[i] + 32), h[4 + i]);
    }
}
