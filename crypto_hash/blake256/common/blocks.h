/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE around its compression function, by sections of "SHA-3 proposal
   BLAKE": what an implementation takes, what it writes, and how a message
   ends. */

#ifndef BLOCKS_H
#define BLOCKS_H

#include "params.h"

/* Section 2.1.2 of "SHA-3 proposal BLAKE": the ten permutations of the message,
   each as ROW(number, its sixteen words), and those that the rounds from the
   tenth on take again. */

// clang-format off
#define SIGMA_0_TO_3(ROW) \
    ROW(0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15) \
    ROW(1, 14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3) \
    ROW(2, 11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4) \
    ROW(3,  7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8)
#define SIGMA_4_TO_5(ROW) \
    ROW(4,  9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13) \
    ROW(5,  2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9)
#define SIGMA_6_TO_9(ROW) \
    ROW(6, 12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11) \
    ROW(7, 13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10) \
    ROW(8,  6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5) \
    ROW(9, 10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0)
// clang-format on

#define SIGMA(ROW) SIGMA_0_TO_3(ROW) SIGMA_4_TO_5(ROW) SIGMA_6_TO_9(ROW)

#if ROUNDS == 14
#define SIGMA_AGAIN(ROW) SIGMA_0_TO_3(ROW)
#else
#define SIGMA_AGAIN(ROW) SIGMA_0_TO_3(ROW) SIGMA_4_TO_5(ROW)
#endif

#ifndef __ASSEMBLER__
#include <string.h>

/* Compresses count > 0 blocks of 16 words into h. The first block ends after
   `bytes` bytes of the message, each other one BLOCK_BYTES later; a block with
   no byte of the message is given alone, with bytes = 0. The salt is zero. */
#define blocks CRYPTO_NAMESPACE(blocks)
void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes);

/* The words of the block at `in`, where rows.c takes them (message.c). */
#define message CRYPTO_NAMESPACE(message)
void message(word m[16], const unsigned char *in);

/* Section 2.1.3: the tail, at most a block, of a message of `bytes` bytes, and
   the padding; returns how many bytes they are, one block or two. */
static inline size_t pad_tail(unsigned char last[2 * BLOCK_BYTES],
                              const unsigned char *in, size_t tail,
                              unsigned long long bytes)
{
    const size_t padded =
        tail < BLOCK_BYTES - LENGTH_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    unsigned char *const length = last + padded - LENGTH_BYTES;

    if (tail > 0) /* else in may be null */
        memcpy(last, in, tail);
    memset(last + tail, 0, padded - LENGTH_BYTES - tail);
    last[tail] = 0x80;
    length[-1] |= LAST_PADDING_BIT;
    store_be(length, (word)(bytes >> (WORD_BITS - 3)));
    store_be(length + WORD_BYTES, (word)(bytes << 3));
    return padded;
}

/* Compresses the padded tail, less than a block, of a message of `bytes`
   bytes. */
static inline void finish(word h[8], const unsigned char *in, size_t tail,
                          unsigned long long bytes)
{
    unsigned char last[2 * BLOCK_BYTES];
    const size_t padded = pad_tail(last, in, tail, bytes);

    /* the counter of a block without a bit of the message is zero */
    blocks(h, last, 1, tail ? bytes : 0);
    if (padded > BLOCK_BYTES)
        blocks(h, last + BLOCK_BYTES, 1, 0);
}
#endif

#endif
