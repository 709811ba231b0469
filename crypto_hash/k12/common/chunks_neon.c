/* SPDX-License-Identifier: CC0-1.0 */
/* Two chunks side by side in NEON, where a rotation is a shift and a shift that
   inserts */
#include <arm_neon.h>
#include <stdint.h>

#define LANES 2
typedef uint64x2_t word;

#define CONSTANT(n) vdupq_n_u64(n)
#define rol(x, n) vsriq_n_u64(vshlq_n_u64(x, n), x, 64 - (n))

#include "rounds.h"

static inline void lanes(word v[LANES], const unsigned char *const in[LANES],
                         unsigned at)
{
    word w[LANES];

    for (int j = 0; j < LANES; ++j)
        w[j] = vreinterpretq_u64_u8(vld1q_u8(in[j] + at));
    v[0] = vcombine_u64(vget_low_u64(w[0]), vget_low_u64(w[1]));
    v[1] = vcombine_u64(vget_high_u64(w[0]), vget_high_u64(w[1]));
}

static inline void spread(uint64_t p[LANES], word v) { vst1q_u64(p, v); }

#include "tree.h"
