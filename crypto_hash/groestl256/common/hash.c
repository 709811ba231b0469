/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl around its permutations: initial value, blocks, padding, truncation.
 * The fast implementations share it and bring compress() and output().
 */
#include "crypto_hash.h"
#include "groestl.h"
#include <string.h>

#define BITS (8 * CRYPTO_BYTES)

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    unsigned char h[BLOCK] = {0};
    unsigned char last[2 * BLOCK];
    size_t rest = (size_t)(inlen % BLOCK);
    size_t size = rest + 1 + 8 <= BLOCK ? BLOCK : 2 * BLOCK;
    uint64_t whole = inlen / BLOCK;
    uint64_t count = whole + size / BLOCK;

    h[BLOCK - 2] = BITS >> 8;
    h[BLOCK - 1] = BITS & 0xff;
    compress(h, in, whole);

    if (rest > 0) /* else in may be null */
        memcpy(last, in + (inlen - rest), rest);
    last[rest] = 0x80;
    memset(last + rest + 1, 0, size - 8 - rest - 1);
    for (int k = 1; k <= 8; k++, count >>= 8)
        last[size - (size_t)k] = (unsigned char)count;
    compress(h, last, size / BLOCK);

    output(h);
    memcpy(out, h + BLOCK - CRYPTO_BYTES, CRYPTO_BYTES);
    return 0;
}
