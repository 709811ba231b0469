/* SPDX-License-Identifier: CC0-1.0 */
/* What GFNI code of ours uses of it, in C, from Intel's description (SDM volume
   2, GF2P8AFFINEINVQB and GF2P8MULB): for machines that do not have it. */
#ifndef GFNI_H
#define GFNI_H

#define _GNU_SOURCE /* for the harness, which this comes before */

#include <immintrin.h>
#include <string.h>

/* A product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1. */
static inline unsigned char gfni_product(unsigned char x, unsigned char y)
{
    unsigned product = 0;
    for (int bit = 7; bit >= 0; --bit) {
        product = (product << 1) ^ (product & 0x80 ? 0x11b : 0);
        product ^= (y >> bit & 1) ? x : 0;
    }
    return (unsigned char)product;
}

/* Bit i is the parity of what the inverse of x, x^254, and byte 7 - i of the
   matrix have in common, plus bit i of b. */
static inline unsigned char gfni_affineinv(unsigned char x,
                                           const unsigned char *matrix, int b)
{
    unsigned char power = 1, square = x;
    unsigned y = 0;
    for (int i = 1; i < 8; ++i) { /* 254 is 2 + 4 + ... + 128. */
        square = gfni_product(square, square);
        power = gfni_product(power, square);
    }
    for (int i = 0; i < 8; ++i) {
        int parity = __builtin_parity(power & matrix[7 - i]);
        y |= (unsigned)(parity ^ (b >> i & 1)) << i;
    }
    return (unsigned char)y;
}

#define GFNI(bits, vector)                                                     \
    static inline vector gfni_affineinv##bits(vector x, vector matrix, int b)  \
    {                                                                          \
        unsigned char bytes[sizeof x], rows[sizeof x];                         \
        memcpy(bytes, &x, sizeof x);                                           \
        memcpy(rows, &matrix, sizeof x);                                       \
        for (unsigned i = 0; i < sizeof x; ++i)                                \
            bytes[i] = gfni_affineinv(bytes[i], rows + i / 8 * 8, b);          \
        memcpy(&x, bytes, sizeof x);                                           \
        return x;                                                              \
    }                                                                          \
    static inline vector gfni_mul##bits(vector x, vector y)                    \
    {                                                                          \
        unsigned char a[sizeof x], b[sizeof x];                                \
        memcpy(a, &x, sizeof x);                                               \
        memcpy(b, &y, sizeof x);                                               \
        for (unsigned i = 0; i < sizeof x; ++i)                                \
            a[i] = gfni_product(a[i], b[i]);                                   \
        memcpy(&x, a, sizeof x);                                               \
        return x;                                                              \
    }

GFNI(128, __m128i)
GFNI(256, __m256i)

#undef _mm_gf2p8affineinv_epi64_epi8
#undef _mm256_gf2p8affineinv_epi64_epi8
#define _mm_gf2p8affineinv_epi64_epi8 gfni_affineinv128
#define _mm256_gf2p8affineinv_epi64_epi8 gfni_affineinv256
#define _mm_gf2p8mul_epi8 gfni_mul128
#define _mm256_gf2p8mul_epi8 gfni_mul256

#ifndef __AVX512VL__ /* and what such code uses of AVX-512: sums, table 96 */
#define _mm256_ternarylogic_epi64(a, b, c, table)                              \
    _mm256_xor_si256(_mm256_xor_si256(a, b), c)
#endif

#ifndef __AVX512BW__ /* and masks for bytes, which read no others */
static inline __m256i masked_bytes(unsigned mask, const unsigned char *p)
{
    unsigned char bytes[32] = {0};
    for (int i = 0; i < 32; ++i)
        if (mask >> i & 1)
            bytes[i] = p[i];
    return _mm256_loadu_si256((const __m256i *)(const void *)bytes);
}

static inline __m256i blended_bytes(unsigned mask, __m256i a, __m256i b)
{
    unsigned char chosen[32];
    memset(chosen, 0xff, sizeof chosen);
    return _mm256_blendv_epi8(a, b, masked_bytes(mask, chosen));
}

#define _mm256_maskz_loadu_epi8 masked_bytes
#define _mm256_mask_blend_epi8 blended_bytes
#endif

#endif
