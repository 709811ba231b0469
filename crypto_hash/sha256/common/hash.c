/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-2 around its compression function: FIPS 180-4, section 5 and the first
 * and last lines of 6.2 and 6.4. Full blocks are taken from where they are;
 * only the last, incomplete one is copied. Read on in sha2.h, params.h,
 * words.h and compress.c. */

#include <string.h>

#include "api.h"
#include "crypto_hash.h"
#include "sha2.h"

/* The length of the message in bits, as two words */
#define LENGTH_BYTES (2 * WORD_BITS / 8)

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    word h[8];
    unsigned char last[2 * BLOCK_BYTES] = {0};
    size_t left = (size_t)(inlen % BLOCK_BYTES);
    size_t blocks = left < BLOCK_BYTES - LENGTH_BYTES ? 1 : 2;
    unsigned char *end = last + blocks * BLOCK_BYTES;
    int i;

    memcpy(h, H0, sizeof h);
    compress(h, in, inlen / BLOCK_BYTES);

    if (left > 0) /* else in may be null */
        memcpy(last, in + (inlen - left), left);
    last[left] = 0x80;
    store_be(end - LENGTH_BYTES, (word)(inlen >> (WORD_BITS - 3)));
    store_be(end - LENGTH_BYTES / 2, (word)(inlen << 3));
    compress(h, last, blocks);

    for (i = 0; i < CRYPTO_BYTES / (WORD_BITS / 8); i++)
        store_be(out + WORD_BITS / 8 * i, h[i]);
    return 0;
}
