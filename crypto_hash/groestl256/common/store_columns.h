/* SPDX-License-Identifier: CC0-1.0 */
/* From rows, where the state is worked on, to columns, as the digest wants. */
#include <emmintrin.h>

/* The last n bytes of columns 8 to 15 of the rows; n is 48 or 64. */
static inline void store_columns(unsigned char *p, int n, const __m128i h[8])
{
    __m128i *end = (__m128i *)(void *)(p + n);
    __m128i a = _mm_unpackhi_epi8(h[0], h[1]);
    __m128i b = _mm_unpackhi_epi8(h[2], h[3]);
    __m128i c = _mm_unpackhi_epi8(h[4], h[5]);
    __m128i d = _mm_unpackhi_epi8(h[6], h[7]);
    __m128i e = _mm_unpacklo_epi16(a, b), f = _mm_unpackhi_epi16(a, b);
    __m128i g = _mm_unpacklo_epi16(c, d), i = _mm_unpackhi_epi16(c, d);

    if (n == 64)
        _mm_storeu_si128(end - 4, _mm_unpacklo_epi32(e, g));
    _mm_storeu_si128(end - 3, _mm_unpackhi_epi32(e, g));
    _mm_storeu_si128(end - 2, _mm_unpacklo_epi32(f, i));
    _mm_storeu_si128(end - 1, _mm_unpackhi_epi32(f, i));
}
