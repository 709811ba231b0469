/* SPDX-License-Identifier: CC0-1.0 */

/* Padding and output of every fast BLAKE: section 2.1.3 of "SHA-3 proposal
   BLAKE". Full blocks are hashed where they lie; only the tail is copied. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"
#include <string.h>

#define LENGTH_BYTES (2 * WORD_BYTES)

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    const size_t tail = inlen % BLOCK_BYTES;
    const size_t padded =
        tail < BLOCK_BYTES - LENGTH_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    word h[8] = {INITIAL_VALUE};
    unsigned char last[2 * BLOCK_BYTES];
    unsigned char *const length = last + padded - LENGTH_BYTES;

    if (inlen >= BLOCK_BYTES)
        blocks(h, in, inlen / BLOCK_BYTES, BLOCK_BYTES);

    memcpy(last, in + (inlen - tail), tail);
    memset(last + tail, 0, padded - LENGTH_BYTES - tail);
    last[tail] = 0x80;
    length[-1] |= LAST_PADDING_BIT;
    store_be(length, (word)(inlen >> (WORD_BITS - 3)));
    store_be(length + WORD_BYTES, (word)(inlen << 3));

    /* the counter of a block without a bit of the message is zero */
    blocks(h, last, 1, tail ? inlen : 0);
    if (padded > BLOCK_BYTES)
        blocks(h, last + BLOCK_BYTES, 1, 0);

    for (int i = 0; i < CRYPTO_BYTES / WORD_BYTES; i++)
        store_be(out + i * WORD_BYTES, h[i]);
    return 0;
}
