/* SPDX-License-Identifier: CC0-1.0 */

/* By 32 a reversal of halves, by other numbers of bits a shift and another that
   is inserted. Floor: half of four Gs is 17 operations, 2 to turn rows, 2 to
   add constants to the message and 5 loads; 64 of these make a block, so it is
   13 instructions a byte. */

#include "row64_neon.h"

#define BOTH(f, x, n) ((row){f((x).x01, n), f((x).x23, n)})

static inline uint64x2_t swap(uint64x2_t x)
{
    return vreinterpretq_u64_u32(vrev64q_u32(vreinterpretq_u32_u64(x)));
}

#define ROTATE(x, n) vsliq_n_u64(vshrq_n_u64(x, n), x, WORD_BITS - (n))

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
