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
