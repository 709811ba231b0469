/* SPDX-License-Identifier: CC0-1.0 */

/* Chunks and parents side by side, a vector for a word of each (lanes.h). What
   is left of less than LANES goes one at a time (blocks). A round is 112
   operations, and a rotation is two to three of them where there is none. */

#include "lanes.h"
#include "blocks.h"
#include "node.h"

#define HALF_G(a, b, c, d, x, first, second)                                   \
    v[a] = plus(plus(v[a], m[x]), v[b]);                                       \
    v[d] = first(v[d], v[a]);                                                  \
    v[c] = plus(v[c], v[d]);                                                   \
    v[b] = second(v[b], v[c]);

#define FOUR_G(b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, s0, s1, s2, s3, \
               s4, s5, s6, s7)                                                 \
    HALF_G(0, b0, c0, d0, s0, turned_16, turned_12)                            \
    HALF_G(1, b1, c1, d1, s2, turned_16, turned_12)                            \
    HALF_G(2, b2, c2, d2, s4, turned_16, turned_12)                            \
    HALF_G(3, b3, c3, d3, s6, turned_16, turned_12)                            \
    HALF_G(0, b0, c0, d0, s1, turned_8, turned_7)                              \
    HALF_G(1, b1, c1, d1, s3, turned_8, turned_7)                              \
    HALF_G(2, b2, c2, d2, s5, turned_8, turned_7)                              \
    HALF_G(3, b3, c3, d3, s7, turned_8, turned_7)

#define ROUND(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se,   \
              sf)                                                              \
    FOUR_G(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, s0, s1, s2, s3, s4, s5,   \
           s6, s7)                                                             \
    FOUR_G(5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14, s8, s9, sa, sb, sc, sd,   \
           se, sf)

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
        SIGMA(ROUND)
        for (int k = 0; k < 8; k++)
            h[k] = either(v[k], v[k + 8]);
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
