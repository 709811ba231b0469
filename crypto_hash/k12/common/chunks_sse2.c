/* SPDX-License-Identifier: CC0-1.0 */
/* Two chunks side by side in SSE2, where a rotation is three operations */
#include <emmintrin.h>
#include <stdint.h>

#define LANES 2
typedef __m128i word;

#define CONSTANT(n) _mm_set1_epi64x((long long)(n))

static inline word rol(word x, int n)
{
    return _mm_or_si128(_mm_slli_epi64(x, n), _mm_srli_epi64(x, 64 - n));
}

#include "rounds.h"

static inline void lanes(word v[LANES], const unsigned char *const in[LANES],
                         unsigned at)
{
    word w[LANES];

    for (int j = 0; j < LANES; ++j)
        w[j] = _mm_loadu_si128((const __m128i *)(in[j] + at));
    v[0] = _mm_unpacklo_epi64(w[0], w[1]);
    v[1] = _mm_unpackhi_epi64(w[0], w[1]);
}

static inline void spread(uint64_t p[LANES], word v)
{
    _mm_storeu_si128((__m128i *)p, v);
}

#include "tree.h"
