/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SM3 with its schedule in vectors, four words at a time and sixteen ahead of
 * the rounds, which leaves the general registers to them. The last of four
 * words takes the first of them; as P1 is linear, its share is added behind.
 * That is 2260 instructions a block, of which 580 are the vectors'; opt64 has
 * 2640. From e to the next e a round is six operations at least, which bounds
 * this to 6 cycles/byte; sums in that very order, forced upon compilers, were
 * no faster on a Zen 4.
 */
#include "rounds.h"

#include <immintrin.h>

#ifdef __AVX512VL__
#define ROL _mm_rol_epi32
#else
#define ROL(x, n) _mm_or_si128(_mm_slli_epi32(x, n), _mm_srli_epi32(x, 32 - n))
#endif
#define XOR _mm_xor_si128

static inline __m128i p1(__m128i x)
{
    return XOR(XOR(x, ROL(x, 15)), ROL(x, 23));
}

/* The four words behind the sixteen of v */
static inline __m128i ahead(__m128i v0, __m128i v1, __m128i v2, __m128i v3)
{
    const __m128i back3 = _mm_srli_si128(v3, 4); /* but one */
    const __m128i back6 = _mm_alignr_epi8(v3, v2, 8);
    const __m128i back9 = _mm_alignr_epi8(v2, v1, 12);
    const __m128i back13 = _mm_alignr_epi8(v1, v0, 12);
    const __m128i four = XOR(p1(XOR(XOR(v0, back9), ROL(back3, 15))),
                             XOR(ROL(back13, 7), back6));

    return XOR(four, p1(ROL(_mm_slli_si128(four, 12), 15)));
}

/* Four rounds; w are their words, x the sums with those four further on. */
#define WORD(j) w[(j) % 4]
#define SUM(j) x[(j) % 4]
#define V(j) v[(j) / 4 % 4]
#define FOUR(ff, gg, j)                                                        \
    do {                                                                       \
        uint32_t w[4], x[4];                                                   \
                                                                               \
        _mm_storeu_si128((__m128i *)w, V(j));                                  \
        _mm_storeu_si128((__m128i *)x, XOR(V(j), V((j) + 4)));                 \
        if ((j) < 52)                                                          \
            V(j) = ahead(V(j), V((j) + 4), V((j) + 8), V((j) + 12));           \
        FOUR_ROUNDS(ff, gg, j);                                                \
    } while (0)

void compress(uint32_t *h8, const unsigned char *in, unsigned long long blocks)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    uint32_t a = h8[0], b = h8[1], c = h8[2], d = h8[3];
    uint32_t e = h8[4], f = h8[5], g = h8[6], h = h8[7];

    for (; blocks > 0; --blocks, in += 64) {
        __m128i v[4];

        for (int i = 0; i < 4; ++i)
            v[i] = _mm_shuffle_epi8(
                _mm_loadu_si128((const __m128i *)(in + 16 * i)), swap);
        ALL_ROUNDS(FOUR);
        FEED_FORWARD(h8);
    }
}
