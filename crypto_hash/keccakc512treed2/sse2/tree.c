/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Both leaves in SSE2, where a rotation is three operations. A round of the two
 * is 188 of them: 65 for theta, 72 for rho, 50 for chi, 1 for iota.
 */
#include <emmintrin.h>
#include <stdint.h>

typedef __m128i word;

#define ZERO _mm_setzero_si128()
#define CONSTANT(n) _mm_set1_epi64x((long long)(n))

static inline word rol(word x, int n)
{
    return _mm_or_si128(_mm_slli_epi64(x, n), _mm_srli_epi64(x, 64 - n));
}

static inline word load(const unsigned char *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

static inline word second(word w) { return _mm_unpackhi_epi64(w, w); }

static inline void store(unsigned char *p, word w)
{
    _mm_storel_epi64((__m128i *)p, w);
}

#include "rounds.h"

#include "leaves.h"
