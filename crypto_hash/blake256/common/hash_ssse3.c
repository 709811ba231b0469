/* SPDX-License-Identifier: CC0-1.0 */

/* hash_sse2.c, but the digest by vectors, loaded as they were stored. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"
#include "pad.h"
#include <tmmintrin.h>

static inline __m128i four_words(const word *h)
{
    return _mm_shuffle_epi8(load(h), _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11,
                                                   10, 9, 8, 15, 14, 13, 12));
}

static inline void output(unsigned char *out, const word h[8])
{
    for (int i = 0; i < CRYPTO_BYTES / 16; i++)
        _mm_storeu_si128((__m128i *)(out + 16 * i), four_words(h + 4 * i));
    if (CRYPTO_BYTES % 16) {
        const __m128i last = four_words(h + CRYPTO_BYTES / 16 * 4);

        memcpy(out + CRYPTO_BYTES / 16 * 16, &last, CRYPTO_BYTES % 16);
    }
}

/* where the last bit of the padding is */
#define BEFORE_LENGTH (BLOCK_BYTES - 2 * WORD_BYTES - 1)

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    static const unsigned char bit[16] = {
        [BEFORE_LENGTH % 16] = LAST_PADDING_BIT,
    };
    const size_t tail = inlen % BLOCK_BYTES;
    __m128i last[2 * BLOCK_VECTORS], *end = last;
    word h[8] = {INITIAL_VALUE};

    if (!in)
        in = out; /* for sums: an empty message may be nowhere */
    if (inlen >= BLOCK_BYTES)
        blocks(h, in, inlen / BLOCK_BYTES, BLOCK_BYTES);

    if (pad(last, in + (inlen - tail), inlen) == 2)
        end += BLOCK_VECTORS;
    end[BEFORE_LENGTH / 16] = _mm_or_si128(end[BEFORE_LENGTH / 16], load(bit));

    /* the counter of a block without a bit of the message is zero */
    blocks(h, (const unsigned char *)last, 1, tail ? inlen : 0);
    if (end > last)
        blocks(h, (const unsigned char *)end, 1, 0);

    output(out, h);
    return 0;
}
