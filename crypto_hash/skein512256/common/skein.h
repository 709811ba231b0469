/* SPDX-License-Identifier: CC0-1.0 */

#include "params.h"
#include <stdint.h>

/* What each implementation writes: UBI (section 3.4) over n > 0 whole blocks.
   g is the chaining value, (t0, t1) the tweak of the first block; each block
   after it adds its bytes to the position t0 and clears the bit FIRST of t1. */

#define skein_blocks CRYPTO_NAMESPACE(skein_blocks)

#define BLOCK_BYTES (8 * STATE_WORDS)
#define FIRST ((uint64_t)1 << 62)

void skein_blocks(uint64_t g[STATE_WORDS], const unsigned char *in, uint64_t n,
                  uint64_t t0, uint64_t t1);

/* Words are little-endian, at any address. */
static inline uint64_t load64_le(const unsigned char *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
           (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
           (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline void store64_le(unsigned char *p, uint64_t x)
{
    p[0] = (unsigned char)x;
    p[1] = (unsigned char)(x >> 8);
    p[2] = (unsigned char)(x >> 16);
    p[3] = (unsigned char)(x >> 24);
    p[4] = (unsigned char)(x >> 32);
    p[5] = (unsigned char)(x >> 40);
    p[6] = (unsigned char)(x >> 48);
    p[7] = (unsigned char)(x >> 56);
}
