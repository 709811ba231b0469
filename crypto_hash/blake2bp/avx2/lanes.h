/* SPDX-License-Identifier: CC0-1.0 */

/* Four lanes of 64 bits in AVX registers: all leaves at once. Rotations are
   BLAKE2b's (rotations.h), by BLAKE2s's names here. In AVX2 a block of four is
   12 rounds of 160 operations and 64 to transpose it, on three units 1.29 c/b;
   with the rotations of AVX-512 12 of 112, 0.92 c/b. */

#include "blocks.h"
#include "rotations.h"

#define LANES 4
typedef row vector;

#define plus add
#define either exor
#define turned_16 rotate_1
#define turned_12 rotate_2
#define turned_8 rotate_3
#define turned_7 rotate_4
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
                                 size_t stride)
{
    for (size_t k = 0; k < 16; k += 4) {
        for (size_t i = 0; i < 4; i++)
            m[k + i] =
                _mm256_loadu_si256((const __m256i *)(in + i * stride + 8 * k));
        transpose(m + k);
    }
}

static inline void store_values(value cv[LANES], vector h[8])
{
    transpose(h);
    transpose(h + 4);
    for (size_t i = 0; i < LANES; i++) {
        _mm256_storeu_si256((__m256i *)cv[i], h[i]);
        _mm256_storeu_si256((__m256i *)(cv[i] + 32), h[4 + i]);
    }
}
