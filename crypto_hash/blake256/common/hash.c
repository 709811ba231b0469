/* SPDX-License-Identifier: CC0-1.0 */

/* Every fast BLAKE in C. Full blocks are hashed where they lie; only the tail
   is copied. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    const size_t tail = inlen % BLOCK_BYTES;
    word h[8] = {INITIAL_VALUE};

    if (!in)
        in = out; /* for sums: an empty message may be nowhere */
    if (inlen >= BLOCK_BYTES)
        blocks(h, in, inlen / BLOCK_BYTES, BLOCK_BYTES);
    finish(h, in + (inlen - tail), tail, inlen);

    for (int i = 0; i < CRYPTO_BYTES / WORD_BYTES; i++)
        store_be(out + i * WORD_BYTES, h[i]);
    return 0;
}
