/* SPDX-License-Identifier: CC0-1.0 */

/* Skein (sections 3.4 and 3.5 of the paper) around skein_blocks(): the
   configuration block is in the IV already. */

#include <string.h>

#include "api.h"
#include "crypto_hash.h"
#include "skein.h"

#define FINAL ((uint64_t)1 << 63)
#define TYPE_MSG ((uint64_t)48 << 56)
#define TYPE_OUT ((uint64_t)63 << 56)

static const unsigned char counter[BLOCK_BYTES] = {0};

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint64_t g[STATE_WORDS] = {IV}, t1 = TYPE_MSG | FIRST;
    size_t rest = (size_t)inlen;

    /* The last block is never empty, but for the empty message. */
    if (inlen > BLOCK_BYTES) {
        const uint64_t n = (inlen - 1) / BLOCK_BYTES;

        skein_blocks(g, in, n, BLOCK_BYTES, t1);
        in += BLOCK_BYTES * n;
        rest -= (size_t)(BLOCK_BYTES * n);
        t1 = TYPE_MSG;
    }
    if (rest == BLOCK_BYTES) {
        skein_blocks(g, in, 1, inlen, t1 | FINAL);
    } else {
        unsigned char last[BLOCK_BYTES] = {0};

        if (rest > 0)
            memcpy(last, in, rest);
        skein_blocks(g, last, 1, inlen, t1 | FINAL);
    }
    skein_blocks(g, counter, 1, 8, TYPE_OUT | FIRST | FINAL);

    for (int i = 0; i < CRYPTO_BYTES / 8; i++)
        store64_le(out + 8 * i, g[i]);
    for (int i = CRYPTO_BYTES / 8 * 8; i < CRYPTO_BYTES; i++)
        out[i] = (unsigned char)(g[i / 8] >> (8 * (i % 8)));
    return 0;
}
