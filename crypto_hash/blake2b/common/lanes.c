/* SPDX-License-Identifier: CC0-1.0 */

/* LANES leaves side by side, a vector for a word of each: BLAKE3's lanes
   (lanes.h), and nothing is left that would not fill them but the last turn,
   which is padded. A round is 112 operations, and a rotation is two to three of
   them where there is none. */

#include <string.h>

#include "blocks.h"
#if WORD_BITS == 64
#include "rotations.h"
#else
#include "lanes.h"
#endif
#include "round.h"

/* What message.c has, in a file that adds no words of it. */
void message(word m[16], const unsigned char *in)
{
    for (int i = 0; i < 16; i++)
        m[i] = LOAD(in + WORD_BYTES * i);
}

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
                    exor(all(IV4), d0),
                    exor(all(IV5), d1),
                    exor(all(IV6), d2),
                    exor(all(IV7), d3)};
    vector m[16];

    load_messages(m, in, BLOCK_BYTES, LANES);
    SIGMA(ROUND_OF_LANES)
    for (int i = 0; i < 8; i++)
        h[i] = exor(h[i], exor(v[i], v[i + 8]));
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
