/* SPDX-License-Identifier: CC0-1.0 */
/* Both leaves in NEON, where a rotation is a shift and a shift that inserts */
#include <arm_neon.h>
#include <stdint.h>

typedef uint64x2_t word;

#define ZERO vdupq_n_u64(0)
#define CONSTANT(n) vdupq_n_u64(n)
#define rol(x, n) vsriq_n_u64(vshlq_n_u64(x, n), x, 64 - (n))

static inline word load(const unsigned char *p)
{
    return vreinterpretq_u64_u8(vld1q_u8(p));
}

static inline word second(word w) { return vextq_u64(w, w, 1); }

static inline void store(unsigned char *p, word w)
{
    vst1_u8(p, vreinterpret_u8_u64(vget_low_u64(w)));
}

#include "rounds.h"

#include "leaves.h"
