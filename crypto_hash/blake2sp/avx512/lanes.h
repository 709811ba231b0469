/* SPDX-License-Identifier: CC0-1.0 */

/* Eight lanes in AVX registers, each rotation an operation of AVX-512: a block
   of eight is 10 rounds of 112 operations and 64 to transpose it, on three
   units 0.77 c/b. */

#include <immintrin.h>

#include "blocks.h"

#define LANES 8
typedef __m256i vector;

#define add _mm256_add_epi32
#define exor _mm256_xor_si256
#define all(x) _mm256_set1_epi32((int)(x))
#define load(p) _mm256_loadu_si256((const __m256i *)(p))
#define done _mm256_zeroupper /* gcc leaves it out with -O and -Os */

#define rotate_1(d, a) _mm256_ror_epi32(exor(d, a), R1)
#define rotate_2(b, c) _mm256_ror_epi32(exor(b, c), R2)
#define rotate_3(d, a) _mm256_ror_epi32(exor(d, a), R3)
#define rotate_4(b, c) _mm256_ror_epi32(exor(b, c), R4)

/* Pairs of words, pairs of pairs, halves. */
static inline void transpose(vector x[8])
{
    vector y[8], z[8];

    for (int i = 0; i < 8; i += 2) {
        y[i] = _mm256_unpacklo_epi32(x[i], x[i + 1]);
        y[i + 1] = _mm256_unpackhi_epi32(x[i], x[i + 1]);
    }
    for (int i = 0; i < 8; i++) {
        const int low = i / 4 * 4 + i % 4 / 2;

        z[i] = i % 2 ? _mm256_unpackhi_epi64(y[low], y[low + 2])
                     : _mm256_unpacklo_epi64(y[low], y[low + 2]);
    }
    for (int i = 0; i < 4; i++) {
        x[i] = _mm256_permute2x128_si256(z[i], z[i + 4], 0x20);
        x[i + 4] = _mm256_permute2x128_si256(z[i], z[i + 4], 0x31);
    }
}

static inline void load_messages(vector m[16], const unsigned char *in,
                                 size_t stride, size_t n)
{
    for (size_t k = 0; k < 16; k += 8) {
        for (size_t i = 0; i < 8; i++)
            m[k + i] = load(in + i * (i < n) * stride + 4 * k);
        transpose(m + k);
    }
}

static inline void store_values(value cv[LANES], vector h[8])
{
    transpose(h);
    for (size_t i = 0; i < LANES; i++)
        _mm256_storeu_si256((__m256i *)cv[i], h[i]);
}
