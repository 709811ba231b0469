/* SPDX-License-Identifier: CC0-1.0 */

#ifndef PAD_H
#define PAD_H

#include <immintrin.h>

typedef __m256i padded_block[BLOCK_BYTES / 32];

/* A block of `tail` < BLOCK_BYTES bytes and zeros: loaded under masks, which
   read nothing beyond the end, and stored in vectors, so that nothing waits
   for narrow stores. */
static inline const unsigned char *pad(padded_block *b, const unsigned char *in,
                                       size_t tail)
{
    const uint64_t here = ((uint64_t)1 << tail) - 1;
    const void *half = (const void *)((uintptr_t)in + 32); /* may be beyond */

    (*b)[0] = _mm256_maskz_loadu_epi8((__mmask32)here, in);
    (*b)[1] = _mm256_maskz_loadu_epi8((__mmask32)(here >> 32), half);
    return (const unsigned char *)*b;
}

#endif
