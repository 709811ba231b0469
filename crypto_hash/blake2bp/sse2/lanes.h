/* SPDX-License-Identifier: CC0-1.0 */

/* Four lanes of 64 bits in two SSE registers each (row64_sse2.h): all leaves at
   once. Rotations are BLAKE2b's, by BLAKE2s's names here. */

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
#define done()

static inline vector all(word x) { return four_words(x, x, x, x); }

#define LOW _mm_unpacklo_epi64
#define HIGH _mm_unpackhi_epi64

static inline void load_messages(vector m[16], const unsigned char *in,
                                 size_t stride)
{
    for (size_t k = 0; k < 16; k += 2) {
        __m128i x[LANES];

        for (size_t i = 0; i < LANES; i++)
            x[i] = _mm_loadu_si128((const __m128i *)(in + i * stride + 8 * k));
        m[k] = (row){LOW(x[0], x[1]), LOW(x[2], x[3])};
        m[k + 1] = (row){HIGH(x[0], x[1]), HIGH(x[2], x[3])};
    }
}

static inline void store_values(value cv[LANES], vector h[8])
{
    for (size_t k = 0; k < 8; k += 2) {
        const __m128i x[LANES] = {
            LOW(h[k].x01, h[k + 1].x01), HIGH(h[k].x01, h[k + 1].x01),
            LOW(h[k].x23, h[k + 1].x23), HIGH(h[k].x23, h[k + 1].x23)};

        for (size_t i = 0; i < LANES; i++)
            _mm_storeu_si128((__m128i *)(cv[i] + 8 * k), x[i]);
    }
}
