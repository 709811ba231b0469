/* SPDX-License-Identifier: CC0-1.0 */
/* The chaining value stays in registers from the first block to the digest. */
#include "chaining.h"
#include <stddef.h>
#include <stdint.h>

#define digest CRYPTO_NAMESPACE(digest)
void digest(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
            uint64_t whole, const unsigned char *last, size_t rest);

void digest(byte out[CRYPTO_BYTES], const byte *in, uint64_t whole,
            const byte *last, size_t rest)
{
    row h[CHAINED];

    start(h, 8 * CRYPTO_BYTES);
    for (uint64_t blocks = whole + rest; blocks; blocks--, in += BLOCK) {
        if (blocks == rest)
            in = last;
        chain(h, in);
    }
    finish(out, CRYPTO_BYTES, h);
}
