/* SPDX-License-Identifier: CC0-1.0 */
/* Words of JH in the NEON of 64-bit ARM, and the swap of their bits for each
   distance. */
#include "jh.h"
#include <arm_neon.h>

typedef uint64x2_t word;

/* x in other lanes, by an operation on them */
#define AS(lanes, operation, x)                                                \
    vreinterpretq_u64_##lanes(operation(vreinterpretq_##lanes##_u64(x)))

/* Each bit d higher where the mask has one, d lower where not. */
#define SWAP_BITS(x, d, mask)                                                  \
    vbslq_u64(vdupq_n_u64(mask), vshlq_n_u64(x, d), vshrq_n_u64(x, d))
#define SWAP_1(x) SWAP_BITS(x, 1, 0xaaaaaaaaaaaaaaaa)
#define SWAP_2(x) SWAP_BITS(x, 2, 0xcccccccccccccccc)
/* A byte rotated: the shift to the right leaves the bits that it does not make.
 */
#define ROTATE_4(x) vsriq_n_u8(vshlq_n_u8(x, 4), x, 4)
#define SWAP_4(x) AS(u8, ROTATE_4, x)
#define SWAP_8(x) AS(u8, vrev16q_u8, x)
#define SWAP_16(x) AS(u16, vrev32q_u16, x)
#define SWAP_32(x) AS(u32, vrev64q_u32, x)
#define SWAP_64(x) vextq_u64(x, x, 1)

static inline word load(const uint8_t *p)
{
    return vreinterpretq_u64_u8(vld1q_u8(p));
}
