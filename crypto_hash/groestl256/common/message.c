/* SPDX-License-Identifier: CC0-1.0 */
/*
 * crypto_hash() for implementations that keep the chaining value in registers
 * from the first block to the digest: padding here, the rest in digest(), which
 * keeps the state in rows, a vector of bytes each ("byte slicing", Aoki,
 * Roland, Sasaki and Schläffer).
 */
#include "crypto_hash.h"
#include "params.h"
#include <stdint.h>
#include <string.h>

/*
 * out = the digest of the padded message: its first blocks are the whole ones
 * at in, then come the rest at last, one or two. Out may overlap in.
 */
#define digest CRYPTO_NAMESPACE(digest)
void digest(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
            uint64_t whole, const unsigned char *last, size_t rest);

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
