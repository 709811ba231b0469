/* SPDX-License-Identifier: CC0-1.0 */

/* Two words in a NEON register. */

#include <arm_neon.h>

typedef uint64x2_t pair;

#define ADD vaddq_u64
#define XOR veorq_u64
#define SET(a, b) vcombine_u64(vcreate_u64(a), vcreate_u64(b))
#define SWAP(x) (x = vextq_u64(x, x, 1))

/* The first words of two pairs, and the second ones. */
#define FIRSTS(x, y) vcombine_u64(vget_low_u64(x), vget_low_u64(y))
#define SECONDS(x, y) vcombine_u64(vget_high_u64(x), vget_high_u64(y))

#define LOAD(p) vreinterpretq_u64_u8(vld1q_u8(p))
#define STORE(p, x) vst1q_u8(p, vreinterpretq_u8_u64(x))

/* A macro, as the counts have to be constants: a shift, and another that is
   inserted. */
#define TURN(x, n) vsri_n_u64(vshl_n_u64(x, n), x, 64 - (n))
#define rotate(y, m, n)                                                        \
    vcombine_u64(TURN(vget_low_u64(y), m), TURN(vget_high_u64(y), n))
