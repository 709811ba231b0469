/* SPDX-License-Identifier: CC0-1.0 */

/* LANES leaves side by side, a vector for a word of each: BLAKE3's lanes
   (lanes.h), and nothing is left that would not fill them but the last turn,
   which is padded. A round is 112 operations, and a rotation is two to three of
   them where there is none. */

#include <string.h>

#include "tree.h"

#include "lanes.h"

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

/* What a block adds to the state, lane by lane: t, f0 and f1. */
struct flags {
    word t0[LEAVES], t1[LEAVES], f0[LEAVES], f1[LEAVES];
};

/* A block of each leaf. */
static void step(vector h[8], const unsigned char *in, vector d0, vector d1,
                 vector d2, vector d3)
{
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
                    either(all(IV4), d0),
                    either(all(IV5), d1),
                    either(all(IV6), d2),
                    either(all(IV7), d3)};
    vector m[16];

    load_messages(m, in, BLOCK_BYTES);
    SIGMA(ROUND)
    for (int i = 0; i < 8; i++)
        h[i] = either(h[i], either(v[i], v[i + 8]));
}

/* The leaves from number n on: `count` turns in which none ends, then `ends`
   others, which are at `end`. */
static void some(value cv[][LEAVES], unsigned n, const unsigned char *in,
                 unsigned long long count, const unsigned char *const end[],
                 unsigned ends, const struct flags flags[])
{
    const vector zero = all(0);
    word words[LANES];
    vector h[8];

    for (int i = 0; i < 8; i++) {
        for (unsigned k = 0; k < LANES; k++)
            words[k] = initial(i, n + k, 0);
        h[i] = load(words);
    }
    for (unsigned long long k = 1; k <= count; k++) {
        const unsigned long long t = k * BLOCK_BYTES;

        step(h, in + n * BLOCK_BYTES, all((word)t),
             all(WORD_BITS == 32 ? (word)(t >> 32) : 0), zero, zero);
        in += TURN;
    }
    for (unsigned k = 0; k < ends; k++) {
        vector ended[8];

        step(h, end[k] + n * BLOCK_BYTES, load(flags[k].t0 + n),
             load(flags[k].t1 + n), load(flags[k].f0 + n),
             load(flags[k].f1 + n));
        for (int i = 0; i < 8; i++)
            ended[i] = h[i];
        store_values(cv[k] + n, ended);
    }
}

/* Leaves that have no byte in the turn that begins at `at` ended before. */
void leaves(value cv[LEAVES], const unsigned char *in, unsigned long long inlen)
{
    const unsigned long long turns = inlen / TURN;
    const size_t rest = (size_t)(inlen % TURN);
    const unsigned long long count = turns > 0 ? turns - 1 : 0;
    unsigned char padded[TURN] = {0};
    const unsigned char *end[2];
    value values[2][LEAVES];
    struct flags flags[2];
    unsigned ends = 0;

    if (turns > 0)
        end[ends++] = in + count * TURN;
    if (rest > 0 || turns == 0) {
        if (rest > 0) /* else in may be null */
            memcpy(padded, in + turns * TURN, rest);
        end[ends++] = padded;
    }
    for (unsigned k = 0; k < ends; k++)
        for (unsigned n = 0; n < LEAVES; n++) {
            const unsigned long long before = (count + k) * TURN;
            const unsigned long long left = inlen - before;
            const unsigned long long at = n * BLOCK_BYTES;
            const size_t bytes = left <= at ? 0
                                 : left - at >= BLOCK_BYTES
                                     ? BLOCK_BYTES
                                     : (size_t)(left - at);
            const unsigned long long t = (count + k) * BLOCK_BYTES + bytes;
            const word last = left <= TURN + at ? (word)-1 : 0;

            flags[k].t0[n] = (word)t;
            flags[k].t1[n] = WORD_BITS == 32 ? (word)(t >> 32) : 0;
            flags[k].f0[n] = last;
            flags[k].f1[n] = n == LEAVES - 1 ? last : 0;
        }
    for (unsigned n = 0; n < LEAVES; n += LANES)
        some(values, n, in, count, end, ends, flags);
    memcpy(cv, values[0], sizeof values[0]);
    if (ends == 2)
        memcpy(cv, values[1],
               (rest + BLOCK_BYTES - 1) / BLOCK_BYTES * sizeof(value));
    done(); /* copies may be in vectors, too */
}
