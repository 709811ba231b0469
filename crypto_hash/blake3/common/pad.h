/* SPDX-License-Identifier: CC0-1.0 */

#ifndef PAD_H
#define PAD_H

#include <immintrin.h>

typedef __m128i padded_block[BLOCK_BYTES / 16];

/* A block of `tail` < BLOCK_BYTES bytes and zeros: loaded under masks, which
   read nothing beyond the end, and stored in vectors, so that nothing waits
   for narrow stores. No wider ones: code that goes on in general registers
   would leave their upper halves behind. */
static inline const unsigned char *pad(padded_block *b, const unsigned char *in,
                                       size_t tail)
{
    const uint64_t here = ((uint64_t)1 << tail) - 1;

    for (size_t i = 0; i < BLOCK_BYTES / 16; i++) {
        const uintptr_t at = (uintptr_t)in + 16 * i; /* may be beyond */

        (*b)[i] =
            _mm_maskz_loadu_epi8((__mmask16)(here >> 16 * i), (const void *)at);
    }
    return (const unsigned char *)*b;
}

#endif
