/* SPDX-License-Identifier: CC0-1.0 */

#include "params.h"

/* From a block to the next; a tree may give every other one to a half. */
#ifndef STRIDE
#define STRIDE BLOCK_BYTES
#endif

/* Compresses count > 0 blocks of 16 words into h. The first block ends after
   `bytes` bytes of the message, each other one BLOCK_BYTES later; a block with
   no byte of the message is given alone, with bytes = 0. The salt is zero. */
#define blocks CRYPTO_NAMESPACE(blocks)
void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes);
