/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH for 64-bit machines, whose 16 registers, scalar or vector, hold
 * the eight words of a half, two temporaries and a mask: so the round goes step
 * by step. Seven rounds are some 450 operations, scalar ones twice as many.
 */
#include "jh.h"

typedef uint64_t word;

#include "constants.h"
#include "round.h"

#define ROUND(even, odd, d)                                                    \
    do {                                                                       \
        SUBSTITUTE_AND_MIX(even, odd);                                         \
        SWAP_ODD(d);                                                           \
    } while (0)

#include "halves.h"
