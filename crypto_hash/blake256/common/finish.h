/* SPDX-License-Identifier: CC0-1.0 */

#include "blocks.h"
#include "padding.h"

/* Compresses the padded tail, less than a block, of a message of `bytes`
   bytes. */
static inline void finish(word h[8], const unsigned char *in, size_t tail,
                          unsigned long long bytes)
{
    unsigned char last[2 * BLOCK_BYTES];
    const size_t padded = pad(last, in, tail, bytes);

    /* the counter of a block without a bit of the message is zero */
    blocks(h, last, 1, tail ? bytes : 0);
    if (padded > BLOCK_BYTES)
        blocks(h, last + BLOCK_BYTES, 1, 0);
}
