/* SPDX-License-Identifier: CC0-1.0 */

/* Four lanes in NEON registers. A rotation by 16 is a reversal of halves, by
   other numbers of bits a shift and another that is inserted. A block of four
   is 7 rounds of 136 operations and 64 to load and transpose it: 4 instructions
   a byte. */

#include <arm_neon.h>

#include "blocks.h"

#define LANES 4
typedef uint32x4_t vector;

#define plus vaddq_u32
#define either veorq_u32
#define all vdupq_n_u32
#define load vld1q_u32
#define done()

#define ROTATE(x, n) vsliq_n_u32(vshrq_n_u32(x, n), x, 32 - (n))

static inline vector turned_16(vector d, vector a)
{
    return vreinterpretq_u32_u16(
        vrev32q_u16(vreinterpretq_u16_u32(either(d, a))));
}

static inline vector turned_12(vector b, vector c)
{
    const vector x = either(b, c);

    return ROTATE(x, R2);
}

static inline vector turned_8(vector d, vector a)
{
    const vector x = either(d, a);

    return ROTATE(x, R3);
}

static inline vector turned_7(vector b, vector c)
{
    const vector x = either(b, c);

    return ROTATE(x, R4);
}

static inline void transpose(vector x[4])
{
    const uint32x4x2_t y = vtrnq_u32(x[0], x[1]), z = vtrnq_u32(x[2], x[3]);

    x[0] = vcombine_u32(vget_low_u32(y.val[0]), vget_low_u32(z.val[0]));
    x[1] = vcombine_u32(vget_low_u32(y.val[1]), vget_low_u32(z.val[1]));
    x[2] = vcombine_u32(vget_high_u32(y.val[0]), vget_high_u32(z.val[0]));
    x[3] = vcombine_u32(vget_high_u32(y.val[1]), vget_high_u32(z.val[1]));
}

static inline void load_messages(vector m[16], const unsigned char *in,
                                 size_t stride)
{
    for (size_t k = 0; k < 16; k += 4) {
        for (size_t i = 0; i < 4; i++)
            m[k + i] = vreinterpretq_u32_u8(vld1q_u8(in + i * stride + 4 * k));
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
