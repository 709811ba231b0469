/* SPDX-License-Identifier: CC0-1.0 */

/* Skein-512 (sections 3.4 and 3.5 of the paper) around skein512_blocks(): the
   configuration block is in the IV already. */

#include "api.h"
#include "crypto_hash.h"
#include "params.h"
#include "skein512.h"

#define FINAL ((uint64_t)1 << 63)
#define TYPE_MSG ((uint64_t)48 << 56)
#define TYPE_OUT ((uint64_t)63 << 56)

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint64_t g[8] = {IV}, t[2] = {0, TYPE_MSG | FIRST};
    unsigned char block[64] = {0};

    /* The last block holds 1 to 64 bytes, or 0 of the empty message. */
    if (inlen > 64) {
        const uint64_t n = (inlen - 1) / 64;

        skein512_blocks(g, t, in, n, 64);
        in += 64 * n;
        inlen -= 64 * n;
    }
    for (unsigned i = 0; i < inlen; i++)
        block[i] = in[i];
    t[1] |= FINAL;
    skein512_blocks(g, t, block, 1, (unsigned)inlen);

    for (int i = 0; i < 64; i++)
        block[i] = 0;
    t[0] = 0;
    t[1] = TYPE_OUT | FIRST | FINAL;
    skein512_blocks(g, t, block, 1, 8);

    for (int i = 0; i < CRYPTO_BYTES; i++)
        out[i] = (unsigned char)(g[i / 8] >> (8 * (i % 8)));
    return 0;
}
