/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Keccak on pairs of lanes, as pairs.inc explains them, all of it in the vector
 * unit. A round is 72 vector operations: 24 cycles on the three vector ports of
 * Intel's cores, 18 on the four of a Zen 4. From theta's sums to the next ones
 * is a path of 8 cycles. Constants and counts are the only memory.
 *
 * For Intel's cores with AVX-512 the folder avx512-pairs-scalar, which leaves
 * four of these operations to the other ports, needs fewer cycles. For a Zen 4
 * it is the one with the lower floor, so far by counting alone.
 */

#include "asm.h"
#include "keccak.h"

#define ROUNDS_A_LOOP 1

#include "pairs.inc"
