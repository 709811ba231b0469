/* SPDX-License-Identifier: CC0-1.0 */

/* Chunks and parents side by side, a vector for a word of each (lanes.h). What
   is left of less than LANES goes one at a time (blocks). A round is 112
   operations, and a rotation is two to three of them where there is none. */

#include "lanes.h"
#include "blocks.h"
#include "round.h"

/* What message.c has, in a file that adds no words of it. */
void message(word m[16], const unsigned char *in)
{
    for (int i = 0; i < 16; i++)
        m[i] = LOAD(in + WORD_BYTES * i);
}

/* LANES nodes of `count` blocks, which begin `stride` bytes apart; their
   counters are t, t + step and so on. */
static void nodes(value cv[LANES], const unsigned char *in, size_t stride,
                  size_t count, uint64_t t, unsigned step, const kind kinds[])
{
    vector h[8] = {all(IV0), all(IV1), all(IV2), all(IV3),
                   all(IV4), all(IV5), all(IV6), all(IV7)};
    word low[LANES], high[LANES];

    for (unsigned i = 0; i < LANES; i++) {
        low[i] = (word)(t + i * step);
        high[i] = (word)((t + i * step) >> 32);
    }
    for (size_t i = 0; i < count; i++) {
        vector v[16] = {h[0],
                        h[1],
                        h[2],
                        h[3],
                        h[4],
                        h[5],
                        h[6],
                        h[7],
                        all(IV0),
                        all(IV1),
                        all(IV2),
                        all(IV3),
                        load(low),
                        load(high),
                        all((word)kinds[i]),
                        all((word)(kinds[i] >> 32))};
        vector m[16];

        load_messages(m, in + i * BLOCK_BYTES, stride);
        SIGMA(ROUND_OF_LANES)
        for (int k = 0; k < 8; k++)
            h[k] = exor(v[k], v[k + 8]);
    }
    store_values(cv, h);
    done();
}

void leaves(value cv[], const unsigned char *in, size_t inlen, uint64_t t)
{
    for (; inlen >= LANES * CHUNK_BYTES; inlen -= LANES * CHUNK_BYTES) {
        nodes(cv, in, CHUNK_BYTES, CHUNK_BLOCKS, t, 1, chunk_kinds);
        cv += LANES;
        in += LANES * CHUNK_BYTES;
        t += LANES;
    }
    while (inlen) {
        const size_t n = inlen < CHUNK_BYTES ? inlen : CHUNK_BYTES;

        leaf(*cv++, in, n, t++, 0);
        in += n;
        inlen -= n;
    }
}

void parents(value cv[], size_t count)
{
    const kind node = KIND(BLOCK_BYTES, PARENT);
    const value *children = (const value *)cv;

    for (; count >= LANES; count -= LANES) {
        nodes(cv, *children, BLOCK_BYTES, 1, 0, 0, &node);
        cv += LANES;
        children += 2 * LANES;
    }
    for (; count; count--) {
        parent(*cv++, children, 0);
        children += 2;
    }
}
