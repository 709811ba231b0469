/* SPDX-License-Identifier: CC0-1.0 */

#include <string.h>

#include "blocks.h"

typedef unsigned char block[BLOCK_BYTES];

/* A block of `tail` < BLOCK_BYTES bytes and zeros. */
static inline const unsigned char *pad(block *b, const unsigned char *in,
                                       size_t tail)
{
    memset(*b, 0, sizeof *b);
    if (tail > 0) /* else in may be null */
        memcpy(*b, in, tail);
    return *b;
}
