/* SPDX-License-Identifier: CC0-1.0 */
/* A vector of 32 bytes of the state, and its S-boxes, with GFNI */
#ifndef ROW_H
#define ROW_H

#include <immintrin.h>
#include <stdint.h>

typedef __m256i row;
typedef unsigned char byte;

#define EACH_ROW(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
#define EACH_EVEN_ROW(F) F(0) F(2) F(4) F(6)

static inline row load(const byte *p)
{
    return _mm256_loadu_si256((const row *)(const void *)p);
}

/* The 16 bytes at p in both halves */
static inline row load_twice(const byte *p)
{
    return _mm256_broadcastsi128_si256(
        _mm_loadu_si128((const __m128i *)(const void *)p));
}

static inline row halves(__m128i low, __m128i high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

static inline __m128i low(row a) { return _mm256_castsi256_si128(a); }

static inline __m128i high(row a) { return _mm256_extracti128_si256(a, 1); }

static inline row every(byte c) { return _mm256_set1_epi8((char)c); }

static inline row add(row a, row b) { return _mm256_xor_si256(a, b); }

/* 2a + b: the instruction multiplies in AES's field, which is Grøstl's. */
static inline row twice_plus(row a, row b)
{
    return add(_mm256_gf2p8mul_epi8(a, every(2)), b);
}

/*
 * What to add to every byte before MixBytes to have ff added after it, which
 * Q's next AddRoundConstant wants: the sum of MixBytes' coefficients is 3.
 */
#define COMPLEMENT 0x55

/*
 * SubBytes and ShiftBytes of two rows by GFNI, which has the inversion in AES's
 * field and an affine map after it in one instruction. The map's matrix is
 * AES's, a byte for each bit of the result, the highest bit's first.
 */
#define AFFINE INT64_C(-0x0e1c3870e0c18308)

#define MASK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                   \
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p

static inline row sub_bytes(row a)
{
    return _mm256_gf2p8affineinv_epi64_epi8(a, _mm256_set1_epi64x(AFFINE),
                                            0x63);
}

/* key + S(the bytes of a that mask names) */
static inline row sub(row a, row mask, row key)
{
    return add(sub_bytes(_mm256_shuffle_epi8(a, mask)), key);
}

#endif
