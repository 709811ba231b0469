/* SPDX-License-Identifier: CC0-1.0 */

#include <stdint.h>

/* What each implementation writes: UBI (section 3.4) over n > 0 whole blocks.
   g is the chaining value, t the tweak of the block before; each block adds
   `bytes` to the position t[0] and, when done, clears the bit FIRST of t[1]. */

#define skein512_blocks CRYPTO_NAMESPACE(skein512_blocks)

#define FIRST ((uint64_t)1 << 62)

void skein512_blocks(uint64_t g[8], uint64_t t[2], const unsigned char *in,
                     uint64_t n, unsigned bytes);
