/* SPDX-License-Identifier: CC0-1.0 */

#include <stdint.h>

/* What each implementation writes: UBI (section 3.4) over n > 0 whole blocks.
   g is the chaining value, (t0, t1) the tweak of the first block; each block
   after it adds 64 to the position t0 and clears the bit FIRST of t1. */

#define skein512_blocks CRYPTO_NAMESPACE(skein512_blocks)

#define FIRST ((uint64_t)1 << 62)

void skein512_blocks(uint64_t g[8], const unsigned char *in, uint64_t n,
                     uint64_t t0, uint64_t t1);
