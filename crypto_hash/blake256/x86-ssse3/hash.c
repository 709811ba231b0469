/* SPDX-License-Identifier: CC0-1.0 */

/* Padding and output of BLAKE-256 in vectors: section 2.1.3 of "SHA-3 proposal
   BLAKE". */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"
#include "pad.h"
#include <immintrin.h>

#define TAIL_MAX (BLOCK_BYTES - 2 * WORD_BYTES - 1)

/* Reverses the bytes of each word. */
#define REVERSED                                                               \
    _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    const int tail = inlen % BLOCK_BYTES;
    const __m128i before_length = _mm_setr_epi32(0, 1 << 24, 0, 0);
    __m128i last[2 * BLOCK_VECTORS], *end;
    word h[8] = {INITIAL_VALUE};

    if (inlen >= BLOCK_BYTES)
        blocks(h, in, inlen / BLOCK_BYTES, BLOCK_BYTES);

    end = last +
          BLOCK_VECTORS * pad(last, in + (inlen - (unsigned)tail), inlen) - 1;
    *end = _mm_or_si128(*end, before_length);

    /* the counter of a block without a bit of the message is zero */
    blocks(h, (const unsigned char *)last, 1, tail ? inlen : 0);
    if (tail > TAIL_MAX)
        blocks(h, (const unsigned char *)(last + BLOCK_VECTORS), 1, 0);

    for (int i = 0; i < 2; i++)
        _mm_storeu_si128((__m128i *)(out + 16 * i),
                         _mm_shuffle_epi8(load(h + 4 * i), REVERSED));
    return 0;
}
