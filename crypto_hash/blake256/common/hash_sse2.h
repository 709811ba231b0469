/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE with its padding in vectors, for machines with SSE2: section 2.1.3 of
   "SHA-3 proposal BLAKE". Before this is included: output(out, h), in the way
   that the stores of blocks() allow. Read on in hash_sse2.c or hash_ssse3.c,
   pad.h, blocks.h, params.h, rows.c, message.c, round.h, rotations.h, row.h. */

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
