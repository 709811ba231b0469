/* SPDX-License-Identifier: CC0-1.0 */

/* BBLAKE-256 with both halves side by side. The first block of either is in its
   chaining value already. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"
#include "halves.h"

/* Here, not in pairs.c, because a compiler that knows where the words come from
   takes them out of vectors again, one by one. */
void pair_message(uint64_t m[16], const unsigned char *in0,
                  const unsigned char *in1)
{
    for (int i = 0; i < 16; i++)
        m[i] = pair_of(load_be(in0 + WORD_BYTES * i),
                       load_be(in1 + WORD_BYTES * i));
}

static void pair_up(uint64_t h[8], const word h0[8], const word h1[8])
{
    for (int i = 0; i < 8; i++)
        h[i] = pair_of(h0[i], h1[i]);
}

/* the digest of half 0 or 1 */
static void digest(unsigned char *out, const uint64_t h[8], int half)
{
    for (int i = 0; i < 8; i++)
        store_be(out + i * WORD_BYTES, (word)(h[i] >> (WORD_BITS * half)));
}

/* What is left of the halves: size0 and size1 bytes, at most a block each;
   those before were `bytes` in either. Where one has a block more, the other's
   value before that is its last. */
static void finish_both(unsigned char digests[BLOCK_BYTES], uint64_t h[8],
                        const unsigned char *in, size_t size0, size_t size1,
                        unsigned long long bytes)
{
    unsigned char last0[2 * BLOCK_BYTES], last1[2 * BLOCK_BYTES];
    const int two0 = pad_tail(last0, in, size0, bytes + size0) > BLOCK_BYTES;
    const int two1 =
        pad_tail(last1, in + size0, size1, bytes + size1) > BLOCK_BYTES;

    pair_blocks(h, last0, last1, 1, size0 ? bytes + size0 : 0,
                size1 ? bytes + size1 : 0);
    digest(digests, h, 0);
    digest(digests + CRYPTO_BYTES, h, 1);
    if (!two0 && !two1)
        return;
    pair_blocks(h, two0 ? last0 + BLOCK_BYTES : last0,
                two1 ? last1 + BLOCK_BYTES : last1, 1, 0, 0);
    if (two0)
        digest(digests, h, 0);
    if (two1)
        digest(digests + CRYPTO_BYTES, h, 1);
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    static const word start[8] = {INITIAL_VALUE};
    static const word after0[8] = {AFTER_0}, after1[8] = {AFTER_1};
    const unsigned long long count = inlen / STRIDE;
    const size_t rest = inlen % STRIDE;
    const size_t size0 = rest < BLOCK_BYTES ? rest : BLOCK_BYTES;
    unsigned char digests[BLOCK_BYTES], last[2 * BLOCK_BYTES];
    uint64_t h[8];

    if (!in)
        in = out; /* for sums: an empty message may be nowhere */
    pair_up(h, after0, after1);
    if (count)
        pair_blocks(h, in, in + BLOCK_BYTES, count, 2 * BLOCK_BYTES,
                    2 * BLOCK_BYTES);
    finish_both(digests, h, in + (inlen - rest), size0, rest - size0,
                (1 + count) * BLOCK_BYTES);

    /* of the digests' hash, both halves are the same */
    pair_up(h, start, start);
    pair_blocks(h, digests, digests, 1, BLOCK_BYTES, BLOCK_BYTES);
    pad_tail(last, digests, 0, BLOCK_BYTES);
    pair_blocks(h, last, last, 1, 0, 0);
    digest(out, h, 0);
    return 0;
}
