/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE around blocks() for machines with AVX-512BW: section 2.1.3 of "SHA-3
   proposal BLAKE". */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"
#include "pad_masked.h"

/* the vectors of 32 bytes in h */
#define HALVES (WORD_BYTES / 4)

/* the last bit of the padding, before the length, in the last 32 bytes */
#define LAST_BIT ((long long)((uint64_t)LAST_PADDING_BIT << 56))

/* Words become bytes, the first of each its highest, 16 bytes at a time; only
   224 bits are no multiple of that. */
static inline void output(unsigned char *out, const __m256i h[HALVES])
{
    const __m128i reverse =
        WORD_BITS == 64
            ? _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607)
            : _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const unsigned char *p = (const unsigned char *)h;

    for (int i = 0; i < CRYPTO_BYTES; i += 16) {
        const int n = CRYPTO_BYTES - i < 16 ? CRYPTO_BYTES - i : 16;
        const __m128i x = _mm_loadu_si128((const __m128i *)(p + i));

        _mm_mask_storeu_epi8(out + i, (__mmask16)((1 << n) - 1),
                             _mm_shuffle_epi8(x, reverse));
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    static const word iv[8] = {INITIAL_VALUE};
    const __m256i end = WORD_BITS == 64 ? _mm256_set_epi64x(0, 0, LAST_BIT, 0)
                                        : _mm256_set_epi64x(0, LAST_BIT, 0, 0);
    const size_t tail = inlen % BLOCK_BYTES;
    __m256i last[2 * BLOCK_VECTORS], state[HALVES];
    word *const h = (word *)state;

    if (!in)
        in = out; /* for sums: an empty message may be nowhere */
    for (int i = 0; i < HALVES; i++)
        state[i] = _mm256_loadu_si256((const __m256i *)iv + i);
    if (inlen >= BLOCK_BYTES)
        blocks(h, in, inlen / BLOCK_BYTES, BLOCK_BYTES);

    /* the counter of a block without a bit of the message is zero */
    const int count = pad_masked(last, in + (inlen - tail), inlen, end);
    blocks(h, (const unsigned char *)last, 1, tail ? inlen : 0);
    if (count > 1)
        blocks(h, (const unsigned char *)(last + BLOCK_VECTORS), 1, 0);

    output(out, state);
    return 0;
}
