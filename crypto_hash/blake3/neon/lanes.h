/* SPDX-License-Identifier: CC0-1.0 */

/* Four lanes in NEON registers; rotations.h has xor and rotation. */

#include "blocks.h"
#include "rotations.h"

#define LANES 4
typedef row vector;

#define load load_row
#define all vdupq_n_u32
#define done()

static inline vector lows(vector x, vector y)
{
    return vcombine_u32(vget_low_u32(x), vget_low_u32(y));
}

static inline vector highs(vector x, vector y)
{
    return vcombine_u32(vget_high_u32(x), vget_high_u32(y));
}

static inline void transpose(vector x[4])
{
    const uint32x4x2_t y = vtrnq_u32(x[0], x[1]);
    const uint32x4x2_t z = vtrnq_u32(x[2], x[3]);

    x[0] = lows(y.val[0], z.val[0]);
    x[1] = lows(y.val[1], z.val[1]);
    x[2] = highs(y.val[0], z.val[0]);
    x[3] = highs(y.val[1], z.val[1]);
}

static inline void load_messages(vector m[16], const unsigned char *in,
                                 size_t stride, size_t n)
{
    for (size_t k = 0; k < 16; k += 4) {
        for (size_t i = 0; i < 4; i++)
            m[k + i] = vreinterpretq_u32_u8(
                vld1q_u8(in + i * (i < n) * stride + 4 * k));
        transpose(m + k);
    }
}

static inline void store_values(value cv[LANES], vector h[8])
{
    transpose(h);
    transpose(h + 4);
    for (size_t i = 0; i < LANES; i++) {
        vst1q_u8(cv[i], vreinterpretq_u8_u32(h[i]));
        vst1q_u8(cv[i] + 16, vreinterpretq_u8_u32(h[4 + i]));
    }
}
