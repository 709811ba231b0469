/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SHA-1 by the instructions of SHA-NI. sha1rnds4 does four rounds of a, b, c, d
 * with a in the highest lane; e of the next four is a of the last four,
 * rotated, which sha1nexte adds to their words.
 */
#include "chain.h"

#include <immintrin.h>

/* Words 4g to 4g + 3, for g from 4 on in the place of those of g - 4 */
#define WORDS(g)                                                               \
    ((g) < 4 ? m[(g) % 4]                                                      \
             : (m[(g) % 4] = _mm_sha1msg2_epu32(                               \
                    _mm_xor_si128(                                             \
                        _mm_sha1msg1_epu32(m[(g) % 4], m[((g) + 1) % 4]),      \
                        m[((g) + 2) % 4]),                                     \
                    m[((g) + 3) % 4])))
#define FOUR(g)                                                                \
    do {                                                                       \
        __m128i words = WORDS(g);                                              \
        __m128i sum = (g) == 0 ? _mm_add_epi32(e, words)                       \
                               : _mm_sha1nexte_epu32(e, words);                \
                                                                               \
        e = abcd;                                                              \
        abcd = _mm_sha1rnds4_epu32(abcd, sum, (g) / 5);                        \
    } while (0)

void compress(uint32_t *h, const unsigned char *in, unsigned long long blocks)
{
    const __m128i swap = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
    __m128i abcd, e;

#ifdef __AVX__
    _mm256_zeroupper();
#endif
    abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)h), 0x1b);
    e = _mm_set_epi32((int)h[4], 0, 0, 0);
    for (; blocks > 0; --blocks, in += 64) {
        __m128i m[4], abcd_before = abcd, e_before = e;

        for (int i = 0; i < 4; ++i)
            m[i] = _mm_shuffle_epi8(
                _mm_loadu_si128((const __m128i *)(in + 16 * i)), swap);
        FOUR(0);
        FOUR(1);
        FOUR(2);
        FOUR(3);
        FOUR(4);
        FOUR(5);
        FOUR(6);
        FOUR(7);
        FOUR(8);
        FOUR(9);
        FOUR(10);
        FOUR(11);
        FOUR(12);
        FOUR(13);
        FOUR(14);
        FOUR(15);
        FOUR(16);
        FOUR(17);
        FOUR(18);
        FOUR(19);
        e = _mm_sha1nexte_epu32(e, e_before);
        abcd = _mm_add_epi32(abcd, abcd_before);
    }
    _mm_storeu_si128((__m128i *)h, _mm_shuffle_epi32(abcd, 0x1b));
    h[4] = (uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(e, 12));
}
