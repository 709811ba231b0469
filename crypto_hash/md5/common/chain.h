/* SPDX-License-Identifier: CC0-1.0 */
/* What an implementation writes, besides padding: compress chains the blocks of
   in to h. Words by their bytes, in the order of params.h. */
#ifndef CHAIN_H
#define CHAIN_H

#include "params.h"

#define compress CRYPTO_NAMESPACE(compress)
void compress(uint32_t *h, const unsigned char *in, unsigned long long blocks);

static inline uint32_t rol(uint32_t x, int n) { return x << n | x >> (32 - n); }

static inline uint32_t load(const unsigned char *p)
{
    return (uint32_t)p[0] << PLACE(0) | (uint32_t)p[1] << PLACE(1) |
           (uint32_t)p[2] << PLACE(2) | (uint32_t)p[3] << PLACE(3);
}

static inline void store(unsigned char *p, uint32_t x)
{
    for (int i = 0; i < 4; ++i)
        p[i] = (unsigned char)(x >> PLACE(i));
}

#endif
