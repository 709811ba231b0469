/* SPDX-License-Identifier: CC0-1.0 */
/* From rows, where the state is worked on, to columns, as the digest wants. */
#include <emmintrin.h>

/* Columns 8 to 15 of the rows, a column after the other */
static inline void store_columns(unsigned char *p, const __m128i h[8])
{
    __m128i *q = (__m128i *)(void *)p;
    __m128i a = _mm_unpackhi_epi8(h[0], h[1]);
    __m128i b = _mm_unpackhi_epi8(h[2], h[3]);
    __m128i c = _mm_unpackhi_epi8(h[4], h[5]);
    __m128i d = _mm_unpackhi_epi8(h[6], h[7]);
    __m128i e = _mm_unpacklo_epi16(a, b), f = _mm_unpackhi_epi16(a, b);
    __m128i g = _mm_unpacklo_epi16(c, d), i = _mm_unpackhi_epi16(c, d);

    _mm_storeu_si128(q, _mm_unpacklo_epi32(e, g));
    _mm_storeu_si128(q + 1, _mm_unpackhi_epi32(e, g));
    _mm_storeu_si128(q + 2, _mm_unpacklo_epi32(f, i));
    _mm_storeu_si128(q + 3, _mm_unpackhi_epi32(f, i));
}
