/* SPDX-License-Identifier: CC0-1.0 */

/* Skein-512 (sections 3.4 and 3.5 of the paper) around skein512_blocks(): the
   configuration block is in the IV already. */

#include <string.h>

#include "api.h"
#include "crypto_hash.h"
#include "params.h"
#include "skein512.h"

#define FINAL ((uint64_t)1 << 63)
#define TYPE_MSG ((uint64_t)48 << 56)
#define TYPE_OUT ((uint64_t)63 << 56)

static const unsigned char counter[64] = {0};

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint64_t g[8] = {IV}, t[2] = {0, TYPE_MSG | FIRST};

    /* The last block holds 1 to 64 bytes, or 0 of the empty message. */
    if (inlen > 64) {
        const uint64_t n = (inlen - 1) / 64;

        skein512_blocks(g, t, in, n, 64);
        in += 64 * n;
        inlen -= 64 * n;
    }
    t[1] |= FINAL;
    if (inlen == 64) {
        skein512_blocks(g, t, in, 1, 64);
    } else {
        unsigned char last[64] = {0};

        if (inlen > 0)
            memcpy(last, in, (size_t)inlen);
        skein512_blocks(g, t, last, 1, (unsigned)inlen);
    }

    t[0] = 0;
    t[1] = TYPE_OUT | FIRST | FINAL;
    skein512_blocks(g, t, counter, 1, 8);

    for (int i = 0; i < CRYPTO_BYTES; i++)
        out[i] = (unsigned char)(g[i / 8] >> (8 * (i % 8)));
    return 0;
}
