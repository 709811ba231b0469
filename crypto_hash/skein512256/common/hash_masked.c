/* SPDX-License-Identifier: CC0-1.0 */

/* Skein-512 (sections 3.4 and 3.5 of the paper) around skein_blocks() for
   machines with AVX-512BW: the last block is loaded under a mask, which reads
   nothing beyond the end, so nothing waits for narrow stores. The configuration
   block is in the IV already. */

#include <immintrin.h>

#include "api.h"
#include "crypto_hash.h"
#include "skein.h"

#define FINAL ((uint64_t)1 << 63)
#define TYPE_MSG ((uint64_t)48 << 56)
#define TYPE_OUT ((uint64_t)63 << 56)

static const unsigned char counter[BLOCK_BYTES] = {0};

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    static const uint64_t iv[8] = {IV};
    __m256i state[2], last[2];
    uint64_t *const g = (uint64_t *)state;
    uint64_t t1 = TYPE_MSG | FIRST;
    unsigned long long rest = inlen;

    for (int i = 0; i < 2; i++)
        state[i] = _mm256_loadu_si256((const __m256i *)iv + i);

    /* The last block is never empty, but for the empty message. */
    if (inlen > BLOCK_BYTES) {
        const uint64_t n = (inlen - 1) / BLOCK_BYTES;

        skein_blocks(g, in, n, BLOCK_BYTES, t1);
        in += BLOCK_BYTES * n;
        rest -= BLOCK_BYTES * n;
        t1 = TYPE_MSG;
    }
    if (rest < BLOCK_BYTES) {
        const uint64_t bytes = ((uint64_t)1 << rest) - 1;
        const void *half = (const void *)((uintptr_t)in + 32); /* or beyond */

        last[0] = _mm256_maskz_loadu_epi8((__mmask32)bytes, in);
        last[1] = _mm256_maskz_loadu_epi8((__mmask32)(bytes >> 32), half);
        in = (const unsigned char *)last;
    }
    skein_blocks(g, in, 1, inlen, t1 | FINAL);
    skein_blocks(g, counter, 1, 8, TYPE_OUT | FIRST | FINAL);

    for (int i = 0; i < CRYPTO_BYTES; i += 16) {
        const int n = CRYPTO_BYTES - i < 16 ? CRYPTO_BYTES - i : 16;

        _mm_mask_storeu_epi8(out + i, (__mmask16)((1 << n) - 1),
                             _mm_loadu_si128((const __m128i *)state + i / 16));
    }
    return 0;
}
