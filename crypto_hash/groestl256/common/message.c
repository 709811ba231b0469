/* SPDX-License-Identifier: CC0-1.0 */
/*
 * crypto_hash() for implementations that keep the chaining value in registers
 * from the first block to the digest: padding here, the rest in digest(). Read
 * on in sliced.h, digest.c, chaining.h, row.h and what it has of params.h,
 * columns.h, permute.h, mixbytes.h, ternary.h, sub.h, shifts.h.
 */
#include "crypto_hash.h"
#include "sliced.h"
#include <string.h>

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    unsigned char last[2 * BLOCK] = {0};
    uint64_t whole = inlen / BLOCK;
    size_t length = (size_t)(inlen % BLOCK);
    size_t rest = length + 1 + 8 <= BLOCK ? 1 : 2;
    uint64_t count = whole + rest;
    unsigned char *end = last + rest * BLOCK;

    if (length > 0) /* else in may be null */
        memcpy(last, in + (inlen - length), length);
    last[length] = 0x80;
    for (int k = 1; k <= 8; k++, count >>= 8)
        end[-k] = (unsigned char)count;
    digest(out, in, whole, last, rest);
    return 0;
}
