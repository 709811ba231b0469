/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Two chunks side by side, with the instructions that ARMv8.2 has for SHA-3:
 * the permutation of one alone has them, too, and leaves half of each vector
 * unused. A round is 66 operations for both: 10 eor3 and 5 rax1 for theta, 24
 * xar and an eor for rho with it, 25 bcax for chi, an eor for iota.
 */
#include <arm_neon.h>
#include <stdint.h>

#define LANES 2
typedef uint64x2_t word;

#define CONSTANT(n) vdupq_n_u64(n)

#define SUM(a, x)                                                              \
    veor3q_u64(veor3q_u64((a)[x], (a)[(x) + 5], (a)[(x) + 10]), (a)[(x) + 15], \
               (a)[(x) + 20])
#define THETA(a)                                                               \
    do {                                                                       \
        c[0] = SUM(a, 0);                                                      \
        c[1] = SUM(a, 1);                                                      \
        c[2] = SUM(a, 2);                                                      \
        c[3] = SUM(a, 3);                                                      \
        c[4] = SUM(a, 4);                                                      \
        d[0] = vrax1q_u64(c[4], c[1]);                                         \
        d[1] = vrax1q_u64(c[0], c[2]);                                         \
        d[2] = vrax1q_u64(c[1], c[3]);                                         \
        d[3] = vrax1q_u64(c[2], c[4]);                                         \
        d[4] = vrax1q_u64(c[3], c[0]);                                         \
    } while (0)
#define ADDED(w, x) ((w) ^ d[x])
#define COUNT(sum, w) ((void)(sum), (void)(w))
#define LANE(a, x, y, n) vxarq_u64((a)[(x) + 5 * (y)], d[x], 64 - (n))
#define CHI(b0, b1, b2) vbcaxq_u64(b0, b2, b1)

#include "rounds.h"

static inline void lanes(word v[LANES], const unsigned char *const in[LANES],
                         unsigned at)
{
    word w[LANES];

    for (int j = 0; j < LANES; ++j)
        w[j] = vreinterpretq_u64_u8(vld1q_u8(in[j] + at));
    v[0] = vzip1q_u64(w[0], w[1]);
    v[1] = vzip2q_u64(w[0], w[1]);
}

static inline void spread(uint64_t p[LANES], word v) { vst1q_u64(p, v); }

#include "tree.h"
