/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-2 between its two halves: hash.c cuts and pads the message, the
 * compress.c of each implementation works the blocks into the state. */

#ifndef SHA2_H
#define SHA2_H

#include "params.h"

#define compress CRYPTO_NAMESPACE(compress)

void compress(word h[8], const unsigned char *in, unsigned long long blocks);

static inline void store_be(unsigned char *p, word x)
{
    int i;

    for (i = 0; i < WORD_BITS / 8; i++)
        p[i] = (unsigned char)(x >> (WORD_BITS - 8 - 8 * i));
}

#endif
