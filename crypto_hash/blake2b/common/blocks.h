/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2 around its compression function: what an implementation takes, and
   what it writes. */

#ifndef BLOCKS_H
#define BLOCKS_H

#include "params.h"

/* Section 2.7 of RFC 7693: the permutations of the message, one a round, each
   as ROW(number, its sixteen words). */

// clang-format off
#define SIGMA_0_TO_1(ROW) \
    ROW(0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15) \
    ROW(1, 14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3)
#define SIGMA_2_TO_9(ROW) \
    ROW(2, 11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4) \
    ROW(3,  7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8) \
    ROW(4,  9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13) \
    ROW(5,  2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9) \
    ROW(6, 12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11) \
    ROW(7, 13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10) \
    ROW(8,  6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5) \
    ROW(9, 10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0)
// clang-format on

#if ROUNDS == 12
#define SIGMA(ROW) SIGMA_0_TO_1(ROW) SIGMA_2_TO_9(ROW) SIGMA_0_TO_1(ROW)
#else
#define SIGMA(ROW) SIGMA_0_TO_1(ROW) SIGMA_2_TO_9(ROW)
#endif

/* Compresses count > 0 blocks of 16 words into h. The first block ends after
   `bytes` bytes of the message, each other one BLOCK_BYTES later. `last` is 0,
   or for the last block, which is given alone, a word of ones. */
#define blocks CRYPTO_NAMESPACE(blocks)
void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes, word last);

/* The words of the block at `in`, for opt64 and rows.c (message.c). */
#define message CRYPTO_NAMESPACE(message)
void message(word m[16], const unsigned char *in);

#endif
