/* SPDX-License-Identifier: CC0-1.0 */

/* By 16 a reversal of halves, by other numbers of bits a shift and another that
   is inserted. */

#include "row64_neon.h"

#define BOTH(f, x, n) ((row){f((x).x01, n), f((x).x23, n)})

static inline uint64x2_t swap(uint64x2_t x)
{
    return vreinterpretq_u64_u16(vrev32q_u16(vreinterpretq_u16_u64(x)));
}

#define ROTATE(x, n)                                                           \
    vreinterpretq_u64_u32(                                                     \
        vsliq_n_u32(vshrq_n_u32(vreinterpretq_u32_u64(x), n),                  \
                    vreinterpretq_u32_u64(x), WORD_BITS - (n)))

static inline row rotate_1(row d, row a)
{
    const row x = exor(d, a);

    return (row){swap(x.x01), swap(x.x23)};
}

static inline row rotate_2(row b, row c)
{
    return BOTH(ROTATE, exor(b, c), R2);
}

static inline row rotate_3(row d, row a)
{
    return BOTH(ROTATE, exor(d, a), R3);
}

static inline row rotate_4(row b, row c)
{
    return BOTH(ROTATE, exor(b, c), R4);
}
