/* SPDX-License-Identifier: CC0-1.0 */

/* Which chunks and parents go side by side. Lanes keep the units busy: sixteen
   chunks take 16 * 428 cycles at least on two of them, and fewer as many. Rows
   wait for themselves: up to four take as long as one, 16 * 170. So more than
   IN_ROWS go in lanes, and up to ALONE in general registers, where two chunks
   go beside each other. */

#include <string.h>

#include "many.h"
#include "sides.h"

static const kind node = KIND(BLOCK_BYTES, PARENT);

/* 4 to IN_LANES nodes in lanes: fours, of which the last may overlap the one
   before, so that nothing beyond the last node is read. */
static void in_lanes(value cv[], const unsigned char *in, size_t n,
                     size_t stride, uint64_t t, size_t step)
{
    struct batch b[IN_LANES / 16];

    for (size_t i = 0; i < (n > 16 ? 8 : 4); i++) {
        const size_t first = 4 * i < n - 4 ? 4 * i : n - 4;
        struct batch *its = b + i / 4;

        its->in[i % 4] = in + first * stride;
        its->out[i % 4] = cv + first;
        for (size_t k = 0; k < 4; k++) {
            const uint64_t own = t + (first + k) * step;

            its->t[0][4 * (i % 4) + k] = (word)own;
            its->t[1][4 * (i % 4) + k] = (word)(own >> 32);
        }
    }
    b->stride = stride;
    b->count = step ? CHUNK_BLOCKS : 1;
    b->kinds = step ? chunk_kinds : &node;
#if IN_LANES > 16
    if (n > 16) {
        lanes2(b);
        return;
    }
#endif
    lanes(b);
}

/* 1 to 4 nodes in rows, two or four of them at once. */
#define FOUR(n) (ALONE > 1 || (n) > 2)
struct group {
    word h[2][4][4];
    uint64_t t[4][2];
    const unsigned char *in[4];
    size_t n;
};

/* In whole vectors, as rows2() and rows4() load them: for narrower stores they
   would have to wait. */
static inline void set(struct group *g, const unsigned char *in, size_t n,
                       size_t stride, uint64_t t, size_t step)
{
    static const word iv[8] = {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7};
    static const uint64_t nth[8] = {0, 0, 1, 0, 2, 0, 3, 0};
    const __m128i low = _mm_loadu_si128((const __m128i *)iv);
    const __m128i high = _mm_loadu_si128((const __m128i *)(iv + 4));
    const __m512i first = _mm512_maskz_set1_epi64(0x55, (long long)t);
    const __m512i others = _mm512_loadu_si512(nth);

    g->n = n;
    if (FOUR(n)) {
        _mm512_storeu_si512(g->h[0], _mm512_broadcast_i32x4(low));
        _mm512_storeu_si512(g->h[1], _mm512_broadcast_i32x4(high));
    } else {
        _mm256_storeu_si256((__m256i *)g->h[0],
                            _mm256_broadcastsi128_si256(low));
        _mm256_storeu_si256((__m256i *)g->h[0][2],
                            _mm256_broadcastsi128_si256(high));
    }
    _mm512_storeu_si512(g->t, step ? _mm512_add_epi64(first, others) : first);
    for (size_t i = 0; i < 4; i++)
        g->in[i] = in + (i < n ? i : 0) * stride;
}

static inline void run(struct group *g, size_t count, const kind kinds[])
{
    if (FOUR(g->n))
        rows4(g->h, g->in, count, (const uint64_t(*)[2])g->t, kinds);
    else
        rows2((word(*)[2][4])g->h, g->in, count, (const uint64_t(*)[2])g->t,
              kinds);
    for (size_t i = 0; i < (FOUR(g->n) ? 4 : 2); i++)
        g->in[i] += count * BLOCK_BYTES;
}

static inline void get(value cv, const struct group *g, size_t i)
{
    const unsigned char *rows = (const unsigned char *)g->h;

    memcpy(cv, rows + 16 * i, 16);
    memcpy(cv + 16, rows + 16 * ((FOUR(g->n) ? 4 : 2) + i), 16);
}

/* Full chunks in rows, and behind them a last one of 1 to CHUNK_BYTES bytes. */
static void in_rows(value cv[], const unsigned char *in, size_t n, size_t last,
                    uint64_t t)
{
    const size_t before = (last - 1) / BLOCK_BYTES, end = n - 1;
    const size_t tail = last - before * BLOCK_BYTES;
    struct group g;
    padded_block padded;

    set(&g, in, n, CHUNK_BYTES, t, 1);
    if (last == CHUNK_BYTES) {
        run(&g, CHUNK_BLOCKS, chunk_kinds);
        get(cv[end], &g, end);
    } else {
        if (before)
            run(&g, before, chunk_kinds);
        if (tail < BLOCK_BYTES)
            g.in[end] = pad(&padded, g.in[end], tail);
        g.t[end][1] = chunk_kinds[before] ^
                      KIND(tail, chunk_kinds[before] >> 32 | CHUNK_END);
        run(&g, 1, chunk_kinds + before);
        get(cv[end], &g, end);
        g.in[end] = g.in[0]; /* whatever can be read */
        if (before + 1 < CHUNK_BLOCKS)
            run(&g, CHUNK_BLOCKS - 1 - before, chunk_kinds + before + 1);
    }
    for (size_t i = 0; i < end; i++)
        get(cv[i], &g, i);
}

#if ALONE > 1
/* Two chunks. A Zen 5 has other units for vectors than for general registers,
   and a block takes less than twice as long in a row: so while two blocks of
   the first chunk are compressed, one of the second is, for nothing. What is
   left of either then goes alone. */
#define BESIDE (CHUNK_BLOCKS / 2) /* at most, of the second's blocks */

static void two_leaves(value cv[2], const unsigned char *in, size_t last,
                       uint64_t t)
{
    const unsigned char *second = in + CHUNK_BYTES;
    const size_t before = (last - 1) / BLOCK_BYTES;
    const size_t tail = last - before * BLOCK_BYTES;
    size_t n = before < BESIDE ? before : BESIDE;
    word h[2][8] = {{IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7},
                    {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7}};

    if (n)
        beside(h, in, n, t, chunk_kinds, second, chunk_kinds);
    in += 2 * n * BLOCK_BYTES;
    second += n * BLOCK_BYTES;
    if (n < BESIDE) {
        const kind end = KIND(tail, chunk_kinds[n] >> 32 | CHUNK_END);
        padded_block padded;

        if (tail < BLOCK_BYTES)
            second = pad(&padded, second, tail);
        beside(h, in, 1, t, chunk_kinds + 2 * n, second, &end);
        in += 2 * BLOCK_BYTES;
        n++;
        if (n < BESIDE)
            blocks(h[0], in, CHUNK_BLOCKS - 2 * n, t, chunk_kinds + 2 * n);
    } else {
        if (before > n)
            blocks(h[1], second, before - n, t + 1, chunk_kinds + n);
        second += (before - n) * BLOCK_BYTES;
        last_block(h[1], second, tail, t + 1, 0);
    }
    store(cv[0], h[0]);
    store(cv[1], h[1]);
}
#endif

void leaves(value cv[], const unsigned char *in, size_t inlen, uint64_t t)
{
    while (inlen > IN_ROWS * CHUNK_BYTES) {
        const size_t full = inlen / CHUNK_BYTES;
        const size_t n = full < IN_LANES ? full : IN_LANES;

        in_lanes(cv, in, n, CHUNK_BYTES, t, 1);
        cv += n;
        in += n * CHUNK_BYTES;
        inlen -= n * CHUNK_BYTES;
        t += n;
    }
    while (inlen) {
        const size_t all = inlen < 4 * CHUNK_BYTES ? inlen : 4 * CHUNK_BYTES;
        const size_t n = (all - 1) / CHUNK_BYTES + 1;

        const size_t last = all - (n - 1) * CHUNK_BYTES;

        if (n == 1)
            leaf(*cv, in, last, t, 0);
#if ALONE > 1
        else if (n == 2)
            two_leaves(cv, in, last, t);
#endif
        else
            in_rows(cv, in, n, last, t);
        cv += n;
        in += all;
        inlen -= all;
        t += n;
    }
}

void parents(value cv[], size_t count)
{
    const value *children = (const value *)cv;

    while (count > IN_ROWS) {
        const size_t n = count < IN_LANES ? count : IN_LANES;

        in_lanes(cv, *children, n, BLOCK_BYTES, 0, 0);
        cv += n;
        children += 2 * n;
        count -= n;
    }
    while (count) {
        const size_t n = count < 4 ? count : 4;

        if (n <= ALONE) {
            for (size_t i = 0; i < n; i++)
                parent(cv[i], children + 2 * i, 0);
        } else {
            struct group g;

            set(&g, *children, n, BLOCK_BYTES, 0, 0);
            run(&g, 1, &node);
            for (size_t i = 0; i < n; i++)
                get(cv[i], &g, i);
        }
        cv += n;
        children += 2 * n;
        count -= n;
    }
}
