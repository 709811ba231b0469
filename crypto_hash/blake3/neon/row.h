/* SPDX-License-Identifier: CC0-1.0 */

/* A row in a NEON register: four words of 32 bits. */

#ifndef ROW_H
#define ROW_H

#include <arm_neon.h>

typedef uint32x4_t row;

#define add vaddq_u32
#define exor veorq_u32

/* Words to the left by n places; n is a constant. */
static inline row turn(row x, int n)
{
    switch (n) {
    case 0:
        return x;
    case 1:
        return vextq_u32(x, x, 1);
    case 2:
        return vextq_u32(x, x, 2);
    default:
        return vextq_u32(x, x, 3);
    }
}

static inline row four_of_message(const word *m0, const word *m1,
                                  const word *m2, const word *m3)
{
    row x = vld1q_dup_u32(m0);

    x = vld1q_lane_u32(m1, x, 1);
    x = vld1q_lane_u32(m2, x, 2);
    return vld1q_lane_u32(m3, x, 3);
}

static inline row four_words(word x0, word x1, word x2, word x3)
{
    const word lanes[4] = {x0, x1, x2, x3};

    return vld1q_u32(lanes);
}

static inline row load_row(const word h[4]) { return vld1q_u32(h); }

static inline void store_row(word h[4], row x) { vst1q_u32(h, x); }

#endif
