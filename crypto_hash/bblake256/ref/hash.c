/* SPDX-License-Identifier: CC0-1.0 */

/* BBLAKE-256 as its description says it: BLAKE-256(BLAKE-256(0,m0,m2,m4,...),
   BLAKE-256(1,m1,m3,m5,...)), where m0,m1,m2,... are 64-byte blocks. 0 and 1
   are blocks of that size too, in their first bytes. */

#include "blake.h"
#include "crypto_hash.h"

/* Byte `at` of what a half hashes. */
static unsigned char byte_of_half(const unsigned char *m, unsigned half,
                                  unsigned long long at)
{
    if (at < BLOCK_BYTES)
        return at == 0 ? (unsigned char)half : 0;
    at -= BLOCK_BYTES;
    return m[(2 * (at / BLOCK_BYTES) + half) * BLOCK_BYTES + at % BLOCK_BYTES];
}

static unsigned char byte_of_half_0(const unsigned char *m,
                                    unsigned long long at)
{
    return byte_of_half(m, 0, at);
}

static unsigned char byte_of_half_1(const unsigned char *m,
                                    unsigned long long at)
{
    return byte_of_half(m, 1, at);
}

static unsigned char byte_of_digests(const unsigned char *digests,
                                     unsigned long long at)
{
    return digests[at];
}

/* The bytes of a message that are in blocks 0, 2, 4, ... */
static unsigned long long even_bytes(unsigned long long inlen)
{
    const unsigned long long rest = inlen % (2 * BLOCK_BYTES);

    return inlen / (2 * BLOCK_BYTES) * BLOCK_BYTES +
           (rest < BLOCK_BYTES ? rest : BLOCK_BYTES);
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    const unsigned long long even = even_bytes(inlen);
    unsigned char digests[2 * CRYPTO_BYTES];

    blake(digests, byte_of_half_0, in, BLOCK_BYTES + even);
    blake(digests + CRYPTO_BYTES, byte_of_half_1, in,
          BLOCK_BYTES + inlen - even);
    blake(out, byte_of_digests, digests, sizeof digests);
    return 0;
}
