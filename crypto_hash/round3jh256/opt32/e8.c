/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH for 32-bit x86, whose eight registers, scalar or vector, are
 * half of what the 64-bit mode has. The words are of 64 bits all the same, each
 * a lane of a vector. Four lanes of 32 bits need passes of their own over the
 * state for the swaps of distance 32 and 64: slower where a compiler
 * vectorises, though fewer instructions, and so the better form, where none
 * does.
 *
 * The eight words of the state take all registers, so words go to memory and
 * back in each round, and the order decides how long that keeps others waiting:
 * with L finished before the swap the same operations take longer. Here L and
 * the swap go word by word: an odd word is swapped, and can leave for memory,
 * as soon as L has both changed and used it.
 */
#include "jh.h"

typedef uint64_t word;

#include "constants.h"
#include "round.h"

#define ROUND(even, odd, d)                                                    \
    do {                                                                       \
        SBOX_EVEN(a0, a1, a2, a3, even);                                       \
        SBOX_ODD(b0, b1, b2, b3, odd);                                         \
        b2 ^= a0 ^ a3;                                                         \
        b3 ^= a0;                                                              \
        b1 ^= a2;                                                              \
        a0 ^= b1;                                                              \
        b1 = SWAP(b1, d);                                                      \
        b0 ^= a1;                                                              \
        a1 ^= b2;                                                              \
        b2 = SWAP(b2, d);                                                      \
        a3 ^= b0;                                                              \
        a2 ^= b0 ^ b3;                                                         \
        b3 = SWAP(b3, d);                                                      \
        b0 = SWAP(b0, d);                                                      \
    } while (0)

#include "halves.h"
