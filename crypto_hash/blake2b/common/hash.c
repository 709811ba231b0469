/* SPDX-License-Identifier: CC0-1.0 */

/* Every fast BLAKE2 in C: section 3.3 of RFC 7693. Full blocks are hashed where
   they lie, the last one too; only a part of a block is copied. */

#include <string.h>

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"

/* no key, one leaf alone, so many bytes of output */
#define PARAMETERS (0x01010000 ^ CRYPTO_BYTES)

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    const unsigned long long before = inlen ? (inlen - 1) / BLOCK_BYTES : 0;
    const size_t tail = (size_t)(inlen - before * BLOCK_BYTES);
    word h[8] = {IV0 ^ PARAMETERS, IV1, IV2, IV3, IV4, IV5, IV6, IV7};
    unsigned char block[BLOCK_BYTES];

    if (before) { /* else in may be null */
        blocks(h, in, before, BLOCK_BYTES, 0);
        in += before * BLOCK_BYTES;
    }
    if (tail < BLOCK_BYTES) {
        memset(block, 0, BLOCK_BYTES);
        if (tail > 0)
            memcpy(block, in, tail);
        in = block;
    }
    blocks(h, in, 1, inlen, (word)-1);

    for (int i = 0; i < CRYPTO_BYTES / WORD_BYTES; i++)
        store_le(out + i * WORD_BYTES, h[i]);
    return 0;
}
