/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH in the NEON of 64-bit ARM. A swap of bits is two shifts and a
 * choice between them; one of bytes, or of more, is one operation. Operations a
 * round: 19 for each S-box, 10 for L, and for the swaps 12, 12, 12, 4, 4, 4 and
 * 4: 55.4, which at two vector operations a cycle, as on a Cortex-A76, is 18.2
 * cycles a byte. More units do not help much: 11 operations are a chain, of 22
 * cycles where each takes two, 14.4 a byte. With SHA-3's instructions gcc makes
 * bcax and eor3 of pairs of them: 45 a round.
 */
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
#define SWAP_4(x) SWAP_BITS(x, 4, 0xf0f0f0f0f0f0f0f0)
#define SWAP_8(x) AS(u8, vrev16q_u8, x)
#define SWAP_16(x) AS(u16, vrev32q_u16, x)
#define SWAP_32(x) AS(u32, vrev64q_u32, x)
#define SWAP_64(x) vextq_u64(x, x, 1)

static inline word load(const uint8_t *p)
{
    return vreinterpretq_u64_u8(vld1q_u8(p));
}

#include "words.h"
