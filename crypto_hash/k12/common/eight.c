/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Eight chunks side by side. Eight lanes of each are loaded at once and
 * transposed: pairs of lanes, then pairs of pairs, then halves.
 */
#include "beside.h"
#include <immintrin.h>
#include <stdint.h>

#define LANES 8
typedef __m512i word;

#define CONSTANT(n) _mm512_set1_epi64((long long)(n))
#define rol _mm512_rol_epi64
#define TERNARY _mm512_ternarylogic_epi64
#define UNROLLED _Pragma("GCC unroll 6") /* all twelve rounds */
#include "rounds.h"

#define QUARTERS _mm512_shuffle_i64x2

static inline void lanes(word v[LANES], const unsigned char *const in[LANES],
                         unsigned at)
{
    word w[LANES], x[LANES];

    for (int j = 0; j < LANES; ++j)
        w[j] = _mm512_loadu_si512(in[j] + at);
    for (int j = 0; j < LANES; j += 2) {
        x[j] = _mm512_unpacklo_epi64(w[j], w[j + 1]);
        x[j + 1] = _mm512_unpackhi_epi64(w[j], w[j + 1]);
    }
    /* x[j], for an even j, has the lanes 0, 2, 4, 6 of the chunks j, j + 1. */
    for (int j = 0; j < 2; ++j) {
        w[j] = QUARTERS(x[j], x[j + 2], 0x88);
        w[j + 2] = QUARTERS(x[j], x[j + 2], 0xdd);
        w[j + 4] = QUARTERS(x[j + 4], x[j + 6], 0x88);
        w[j + 6] = QUARTERS(x[j + 4], x[j + 6], 0xdd);
    }
    for (int j = 0; j < 4; ++j) {
        v[j] = QUARTERS(w[j], w[j + 4], 0x88);
        v[j + 4] = QUARTERS(w[j], w[j + 4], 0xdd);
    }
}

static inline void spread(uint64_t p[LANES], word v)
{
    _mm512_storeu_si512(p, v);
}

#include "side.h"

void eight(unsigned char *cv, uint64_t node[25], const unsigned char *in,
           unsigned n)
{
    side(cv, node, in, n);
    _mm256_zeroupper();
}
