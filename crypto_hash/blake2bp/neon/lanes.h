/* SPDX-License-Identifier: CC0-1.0 */

/* Four lanes of 64 bits in two NEON registers each (row64_neon.h): all leaves
   at once. Rotations are BLAKE2b's, by BLAKE2s's names here. */

#include "blocks.h"
#include "rotations.h"

#define LANES 4
typedef row vector;

#define plus add
#define either exor
#define turned_16 rotate_1
#define turned_12 rotate_2
#define turned_8 rotate_3
#define turned_7 rotate_4
#define load load_row
#define done()

static inline vector all(word x)
{
    return (row){vdupq_n_u64(x), vdupq_n_u64(x)};
}

static inline uint64x2_t low(uint64x2_t x, uint64x2_t y)
{
    return vcombine_u64(vget_low_u64(x), vget_low_u64(y));
}

static inline uint64x2_t high(uint64x2_t x, uint64x2_t y)
{
    return vcombine_u64(vget_high_u64(x), vget_high_u64(y));
}

static inline void load_messages(vector m[16], const unsigned char *in,
                                 size_t stride)
{
    for (size_t k = 0; k < 16; k += 2) {
        uint64x2_t x[LANES];

        for (size_t i = 0; i < LANES; i++)
            x[i] = vreinterpretq_u64_u8(vld1q_u8(in + i * stride + 8 * k));
        m[k] = (row){low(x[0], x[1]), low(x[2], x[3])};
        m[k + 1] = (row){high(x[0], x[1]), high(x[2], x[3])};
    }
}

static inline void store_values(value cv[LANES], vector h[8])
{
    for (size_t k = 0; k < 8; k += 2) {
        const uint64x2_t x[LANES] = {
            low(h[k].x01, h[k + 1].x01), high(h[k].x01, h[k + 1].x01),
            low(h[k].x23, h[k + 1].x23), high(h[k].x23, h[k + 1].x23)};

        for (size_t i = 0; i < LANES; i++)
            vst1q_u8(cv[i] + 8 * k, vreinterpretq_u8_u64(x[i]));
    }
}
