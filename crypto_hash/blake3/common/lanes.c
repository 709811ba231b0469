/* SPDX-License-Identifier: CC0-1.0 */

/* Chunks and parents side by side, a vector for a word of each (lanes.h). Three
   chunks or more go in lanes, and the first fills those that are left: LANES
   chunks take about as long as two do one after the other (blocks). Fewer, and
   parents of less than LANES, go one at a time. A round is 112 operations, and
   a rotation is two to three of them where there is none. */

#include "lanes.h"
#include "blocks.h"
#include "round.h"

#define FEWEST 3 /* chunks in lanes */

/* What message.c has, in a file that adds no words of it. */
void message(word m[16], const unsigned char *in)
{
    for (int i = 0; i < 16; i++)
        m[i] = LOAD(in + WORD_BYTES * i);
}

/* n <= LANES nodes of `count` blocks, which begin `stride` bytes apart; their
   counters are t, t + step and so on. cv[n] and those behind it are lost. */
static void nodes(value cv[LANES], const unsigned char *in, size_t n,
                  size_t stride, size_t count, uint64_t t, unsigned step,
                  const kind kinds[])
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

        load_messages(m, in + i * BLOCK_BYTES, stride, n);
        SIGMA(ROUND_OF_LANES)
        for (int k = 0; k < 8; k++)
            h[k] = exor(v[k], v[k + 8]);
    }
    store_values(cv, h);
    done();
}

void leaves(value cv[], const unsigned char *in, size_t inlen, uint64_t t)
{
    while (inlen >= FEWEST * CHUNK_BYTES) {
        const size_t whole = inlen / CHUNK_BYTES;
        const size_t n = whole < LANES ? whole : LANES;

        nodes(cv, in, n, CHUNK_BYTES, CHUNK_BLOCKS, t, 1, chunk_kinds);
        cv += n;
        in += n * CHUNK_BYTES;
        inlen -= n * CHUNK_BYTES;
        t += n;
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
        nodes(cv, *children, LANES, BLOCK_BYTES, 1, 0, 0, &node);
        cv += LANES;
        children += 2 * LANES;
    }
    for (; count; count--) {
        parent(*cv++, children, 0);
        children += 2;
    }
}
