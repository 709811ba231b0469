/* SPDX-License-Identifier: CC0-1.0 */
/* The bytes of a message after its full blocks, for machines with AVX-512BW:
 * loaded under masks, which read nothing beyond the end, and padded in
 * registers. Nothing waits for narrow stores, as long as what loads the blocks
 * loads no more than 32 bytes at once. */

#ifndef PAD_MASKED_H
#define PAD_MASKED_H

#include <immintrin.h>
#include <stddef.h>

#include "params.h"

#define BLOCK_VECTORS (BLOCK_BYTES / 32)

/* Writes tail < BLOCK_BYTES bytes, a bit and zeros: one block. */
static inline void load_tail(__m256i last[BLOCK_VECTORS],
                             const unsigned char *in, size_t tail)
{
    const __m256i bit = _mm256_set1_epi8((char)0x80);

    for (unsigned i = 0; i < BLOCK_VECTORS; i += 2) {
        const size_t begin = 32 * i, left = tail > begin ? tail - begin : 0;
        const uint64_t here =
            left < 64 ? ((uint64_t)1 << left) - 1 : ~(uint64_t)0;
        const uint64_t next = tail / 64 == i / 2 ? (uint64_t)1 << tail % 64 : 0;
        __m256i x = _mm256_maskz_loadu_epi8((__mmask32)here, in + begin);
        __m256i y = _mm256_maskz_loadu_epi8((__mmask32)(here >> 32),
                                            in + begin + 32);

        x = _mm256_mask_mov_epi8(x, (__mmask32)next, bit);
        y = _mm256_mask_mov_epi8(y, (__mmask32)(next >> 32), bit);
        _mm256_storeu_si256(last + i, x);
        _mm256_storeu_si256(last + i + 1, y);
    }
}

/* Writes the last one or two blocks of a message of inlen bytes, the length and
 * what else stands in the last 32 bytes, `end`; returns how many. */
static inline int pad_masked(__m256i last[2 * BLOCK_VECTORS],
                             const unsigned char *in, unsigned long long inlen,
                             __m256i end)
{
    const size_t tail = inlen % BLOCK_BYTES;
    const uint64_t high = WORD_BITS == 64 ? __builtin_bswap64(inlen >> 61) : 0;
    const uint64_t low = __builtin_bswap64(inlen << 3);

    end = _mm256_or_si256(
        end, _mm256_set_epi64x((long long)low, (long long)high, 0, 0));
    load_tail(last, in, tail);
    if (tail < BLOCK_BYTES - 2 * WORD_BITS / 8) {
        last[BLOCK_VECTORS - 1] = _mm256_or_si256(last[BLOCK_VECTORS - 1], end);
        return 1;
    }
    for (int i = BLOCK_VECTORS; i < 2 * BLOCK_VECTORS - 1; i++)
        last[i] = _mm256_setzero_si256();
    last[2 * BLOCK_VECTORS - 1] = end;
    return 2;
}

#endif
