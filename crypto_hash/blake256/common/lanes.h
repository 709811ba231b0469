/* SPDX-License-Identifier: CC0-1.0 */

/* Four lanes in SSE registers; rotations.h, BLAKE's, has xor and rotation. */

#include "blocks.h"
#include "rotations.h"

#define LANES 4
typedef row vector;

#define load load_row
#define all(x) _mm_set1_epi32((int)(x))
#define done()

static inline void transpose(vector x[4])
{
    const vector y0 = _mm_unpacklo_epi32(x[0], x[1]);
    const vector y1 = _mm_unpackhi_epi32(x[0], x[1]);
    const vector y2 = _mm_unpacklo_epi32(x[2], x[3]);
    const vector y3 = _mm_unpackhi_epi32(x[2], x[3]);

    x[0] = _mm_unpacklo_epi64(y0, y2);
    x[1] = _mm_unpackhi_epi64(y0, y2);
    x[2] = _mm_unpacklo_epi64(y1, y3);
    x[3] = _mm_unpackhi_epi64(y1, y3);
}

static inline void load_messages(vector m[16], const unsigned char *in,
                                 size_t stride, size_t n)
{
    for (size_t k = 0; k < 16; k += 4) {
        for (size_t i = 0; i < 4; i++)
            m[k + i] = _mm_loadu_si128(
                (const __m128i *)(in + i * (i < n) * stride + 4 * k));
        transpose(m + k);
    }
}

static inline void store_values(value cv[LANES], vector h[8])
{
    transpose(h);
    transpose(h + 4);
    for (size_t i = 0; i < LANES; i++) {
        _mm_storeu_si128((__m128i *)cv[i], h[i]);
        _mm_storeu_si128((__m128i *)(cv[i] + 16), h[4 + i]);
    }
}
