/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2 around blocks() for machines with AVX-512BW. A part of a block is
   loaded under masks, which read nothing beyond the end and leave zeros, and
   stored in whole vectors: nothing waits for narrow stores. */

#include <immintrin.h>
#include <string.h>

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"

/* no key, one leaf alone, so many bytes of output */
#define PARAMETERS (0x01010000 ^ CRYPTO_BYTES)

/* A block of `tail` < BLOCK_BYTES bytes and zeros. */
static inline void pad(__m256i block[BLOCK_BYTES / 32], const unsigned char *in,
                       size_t tail)
{
    for (size_t i = 0; i < BLOCK_BYTES; i += 32) {
        const size_t left = tail > i ? tail - i : 0;
        const uint64_t here = left < 32 ? ((uint64_t)1 << left) - 1 : ~0ull;
        const void *p = (const void *)((uintptr_t)in + i); /* may be beyond */

        block[i / 32] = _mm256_maskz_loadu_epi8((__mmask32)here, p);
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    const unsigned long long before = inlen ? (inlen - 1) / BLOCK_BYTES : 0;
    const size_t tail = (size_t)(inlen - before * BLOCK_BYTES);
    word h[8] = {IV0 ^ PARAMETERS, IV1, IV2, IV3, IV4, IV5, IV6, IV7};
    __m256i block[BLOCK_BYTES / 32];

    if (before) { /* else in may be null */
        blocks(h, in, before, BLOCK_BYTES, 0);
        in += before * BLOCK_BYTES;
    }
    if (tail < BLOCK_BYTES) {
        pad(block, in, tail);
        in = (const unsigned char *)block;
    }
    blocks(h, in, 1, inlen, (word)-1);
    memcpy(out, h, CRYPTO_BYTES); /* words in the processor's order */
    _mm256_zeroupper();
    return 0;
}
