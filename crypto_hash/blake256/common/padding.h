/* SPDX-License-Identifier: CC0-1.0 */

/* Section 2.1.3 of "SHA-3 proposal BLAKE". */

#include "params.h"
#include <string.h>

/* The tail, at most a block, of a message of `bytes` bytes, and the padding;
   returns how many bytes they are, one block or two. */
static inline size_t pad(unsigned char last[2 * BLOCK_BYTES],
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
