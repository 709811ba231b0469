/* SPDX-License-Identifier: CC0-1.0 */

/* BBLAKE-256 with a compression function for one block: a half after the other.
   The first block of either is in its chaining value already. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"
#include "halves.h"

static void digest(unsigned char *out, const word h[8])
{
    for (int i = 0; i < 8; i++)
        store_be(out + i * WORD_BYTES, h[i]);
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    static const word after[2][8] = {{AFTER_0}, {AFTER_1}};
    const unsigned long long full = inlen / BLOCK_BYTES;
    const size_t tail = inlen % BLOCK_BYTES;
    unsigned char digests[BLOCK_BYTES];
    word h[8] = {INITIAL_VALUE};

    if (!in)
        in = out; /* for sums: an empty message may be nowhere */
    for (unsigned half = 0; half < 2; half++) {
        const unsigned long long count = (full + 1 - half) / 2;
        const size_t rest = full % 2 == half ? tail : 0;
        const unsigned long long bytes = (1 + count) * BLOCK_BYTES;
        word g[8];

        memcpy(g, after[half], sizeof g);
        if (count)
            blocks(g, in + half * BLOCK_BYTES, count, 2 * BLOCK_BYTES);
        finish(g, in + (inlen - rest), rest, bytes + rest);
        digest(digests + half * CRYPTO_BYTES, g);
    }
    blocks(h, digests, 1, BLOCK_BYTES);
    finish(h, digests, 0, BLOCK_BYTES);
    digest(out, h);
    return 0;
}
