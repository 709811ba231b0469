/* SPDX-License-Identifier: CC0-1.0 */

/* By 16 a reversal of halves; by 8 a choice of bytes, which ARMv7 has for half
   a register at a time; by other numbers of bits a shift and another that is
   inserted. */

#include "row.h"

static inline row rotate_1(row d, row a)
{
    return vreinterpretq_u32_u16(
        vrev32q_u16(vreinterpretq_u16_u32(exor(d, a))));
}

#define ROTATE(x, n) vsliq_n_u32(vshrq_n_u32(x, n), x, WORD_BITS - (n))

static inline row rotate_2(row b, row c)
{
    const row x = exor(b, c);

    return ROTATE(x, R2);
}

static inline row rotate_3(row d, row a)
{
    const row x = exor(d, a);
#ifdef __aarch64__
    static const uint8_t by_8[16] = {1, 2,  3,  0, 5,  6,  7,  4,
                                     9, 10, 11, 8, 13, 14, 15, 12};

    return vreinterpretq_u32_u8(
        vqtbl1q_u8(vreinterpretq_u8_u32(x), vld1q_u8(by_8)));
#else
    return ROTATE(x, R3);
#endif
}

static inline row rotate_4(row b, row c)
{
    const row x = exor(b, c);

    return ROTATE(x, R4);
}
