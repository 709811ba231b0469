/* SPDX-License-Identifier: CC0-1.0 */

#include "word.h"

/* Compresses count > 0 blocks of 16 words into h. The first block ends after
   `bytes` bytes of the message, each other one BLOCK_BYTES later. `last` is 0,
   or for the last block, which is given alone, a word of ones. */
#define blocks CRYPTO_NAMESPACE(blocks)
void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes, word last);
