/* SPDX-License-Identifier: CC0-1.0 */
/* Both leaves in 32 registers: the state, what theta adds, and rows at work */
#include <immintrin.h>
#include <stdint.h>

typedef __m128i word;

#define ZERO _mm_setzero_si128()
#define CONSTANT(n) _mm_set1_epi64x((long long)(n))
#define rol _mm_rol_epi64
#define TERNARY _mm_ternarylogic_epi64

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
