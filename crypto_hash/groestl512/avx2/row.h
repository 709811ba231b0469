/* SPDX-License-Identifier: CC0-1.0 */
/* A vector of 32 bytes of the state, in AVX2, and its S-boxes by AES-NI */
#ifndef ROW_H
#define ROW_H

#include <immintrin.h>

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

/*
 * 2a + b: the top bit of each byte of a, which doubling drops, chooses between
 * b and b + 1b. Since each b of MixBytes takes part in two sums, this is 7
 * operations for two, where a mask from a comparison would make it 10.
 */
static inline row twice_plus(row a, row b)
{
    return add(_mm256_add_epi8(a, a),
               _mm256_blendv_epi8(b, add(b, every(0x1b)), a));
}

/*
 * What to add to every byte before MixBytes to have ff added after it, which
 * Q's next AddRoundConstant wants: the sum of MixBytes' coefficients is 3.
 */
#define COMPLEMENT 0x55

/*
 * SubBytes and ShiftBytes of two rows by AES-NI, for processors whose AES
 * instructions have 16 bytes only. The one for AES's last round permutes them
 * (ShiftRows), takes them through the S-box and adds a key. MASK undoes that
 * permutation, byte k to 5k mod 16, beforehand.
 */
#define MASK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                   \
    a, n, k, h, e, b, o, l, i, f, c, p, m, j, g, d

/* key + S(the bytes of a that mask names) */
static inline row sub(row a, row mask, row key)
{
    row b = _mm256_shuffle_epi8(a, mask);

    return halves(_mm_aesenclast_si128(low(b), low(key)),
                  _mm_aesenclast_si128(high(b), high(key)));
}

#endif
