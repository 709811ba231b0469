/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE with its padding in vectors, for machines with SSE2: section 2.1.3 of
   "SHA-3 proposal BLAKE". The digest is written by words, each loaded as
   assembly has stored it: a vector of them would wait for all stores. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"
#include "pad.h"

static inline void output(unsigned char *out, const word h[8])
{
    for (size_t i = 0; i < CRYPTO_BYTES / WORD_BYTES; i++) {
        word x = ((const volatile word *)h)[i];
#if WORD_BITS == 64
        x = __builtin_bswap64(x);
#else
        x = __builtin_bswap32(x);
#endif
        memcpy(out + i * WORD_BYTES, &x, WORD_BYTES);
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
