/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Both leaves in 32 registers: the state, what theta adds, and rows at work.
 * Rotations are one instruction and so is any function of three values: the sum
 * of all, and chi. Hence theta sums columns at its beginning, and not while chi
 * makes the lanes. A round is 95 operations: 10 for the sums, 10 for what theta
 * adds, 25 to add it, 24 rotations, 25 for chi, 1 for iota.
 */
#include <immintrin.h>
#include <stdint.h>

typedef __m128i word;

#define ZERO _mm_setzero_si128()
#define CONSTANT(n) _mm_set1_epi64x((long long)(n))
#define rol _mm_rol_epi64
#define CHI(b0, b1, b2) _mm_ternarylogic_epi64(b0, b1, b2, 0xd2)

#define XOR3(a, b, c) _mm_ternarylogic_epi64(a, b, c, 0x96)
#define SUM(a, x)                                                              \
    XOR3(XOR3((a)[x], (a)[(x) + 5], (a)[(x) + 10]), (a)[(x) + 15],             \
         (a)[(x) + 20])
#define SUMS(a)                                                                \
    (c[0] = SUM(a, 0), c[1] = SUM(a, 1), c[2] = SUM(a, 2), c[3] = SUM(a, 3),   \
     c[4] = SUM(a, 4))

static inline word load(const unsigned char *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

static inline word second(word w) { return _mm_unpackhi_epi64(w, w); }

static inline void store(unsigned char *p, word w)
{
    _mm_storel_epi64((__m128i *)p, w);
}

#include "permute.h"

#include "leaves.h"
