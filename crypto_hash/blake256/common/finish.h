/* SPDX-License-Identifier: CC0-1.0 */

/* The end of every fast BLAKE: section 2.1.3 of "SHA-3 proposal BLAKE". */

#include "blocks.h"
#include <string.h>

#define LENGTH_BYTES (2 * WORD_BYTES)

/* Compresses the padded tail, at most a block, of a message of `bytes` bytes. */
static inline void finish(word h[8], const unsigned char *in, size_t tail,
                          unsigned long long bytes)
{
    const size_t padded =
        tail < BLOCK_BYTES - LENGTH_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    unsigned char last[2 * BLOCK_BYTES];
    unsigned char *const length = last + padded - LENGTH_BYTES;

    memcpy(last, in, tail);
    memset(last + tail, 0, padded - LENGTH_BYTES - tail);
    last[tail] = 0x80;
    length[-1] |= LAST_PADDING_BIT;
    store_be(length, (word)(bytes >> (WORD_BITS - 3)));
    store_be(length + WORD_BYTES, (word)(bytes << 3));

    /* the counter of a block without a bit of the message is zero */
    blocks(h, last, 1, tail ? bytes : 0);
    if (padded > BLOCK_BYTES)
        blocks(h, last + BLOCK_BYTES, 1, 0);
}
