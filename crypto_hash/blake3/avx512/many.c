/* SPDX-License-Identifier: CC0-1.0 */

/* Which chunks and parents go side by side. Lanes keep the units busy: sixteen
   chunks take 16 * 428 cycles at least, and fewer as many. Rows wait for
   themselves: up to four take as long as one, 16 * 170. So more than eight go
   in lanes. */

#include <string.h>

#include "many.h"

static const kind node = KIND(BLOCK_BYTES, PARENT);

/* 4 to 16 nodes in lanes: fours, of which the last may overlap the one before,
   so that nothing beyond the last node is read. */
static void in_lanes(value cv[], const unsigned char *in, size_t n,
                     size_t stride, uint64_t t, size_t step)
{
    struct batch b = {.stride = stride};

    for (size_t i = 0; i < 4; i++) {
        const size_t first = 4 * i < n - 4 ? 4 * i : n - 4;

        b.in[i] = in + first * stride;
        b.out[i] = cv + first;
        for (size_t k = 0; k < 4; k++) {
            const uint64_t own = t + (first + k) * step;

            b.t[0][4 * i + k] = (word)own;
            b.t[1][4 * i + k] = (word)(own >> 32);
        }
    }
    b.count = step ? CHUNK_BLOCKS : 1;
    b.kinds = step ? chunk_kinds : &node;
    lanes(&b);
}

/* 1 to 4 nodes in rows. */
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
    if (n > 2) {
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
    if (g->n > 2)
        rows4(g->h, g->in, count, (const uint64_t(*)[2])g->t, kinds);
    else
        rows2((word(*)[2][4])g->h, g->in, count, (const uint64_t(*)[2])g->t,
              kinds);
    for (size_t i = 0; i < (g->n > 2 ? 4 : 2); i++)
        g->in[i] += count * BLOCK_BYTES;
}

static inline void get(value cv, const struct group *g, size_t i)
{
    const unsigned char *rows = (const unsigned char *)g->h;

    memcpy(cv, rows + 16 * i, 16);
    memcpy(cv + 16, rows + 16 * ((g->n > 2 ? 4 : 2) + i), 16);
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

void leaves(value cv[], const unsigned char *in, size_t inlen, uint64_t t)
{
    while (inlen > 8 * CHUNK_BYTES) {
        const size_t full = inlen / CHUNK_BYTES, n = full < 16 ? full : 16;

        in_lanes(cv, in, n, CHUNK_BYTES, t, 1);
        cv += n;
        in += n * CHUNK_BYTES;
        inlen -= n * CHUNK_BYTES;
        t += n;
    }
    while (inlen) {
        const size_t all = inlen < 4 * CHUNK_BYTES ? inlen : 4 * CHUNK_BYTES;
        const size_t n = (all - 1) / CHUNK_BYTES + 1;

        if (n == 1)
            leaf(*cv, in, all, t, 0);
        else
            in_rows(cv, in, n, all - (n - 1) * CHUNK_BYTES, t);
        cv += n;
        in += all;
        inlen -= all;
        t += n;
    }
}

void parents(value cv[], size_t count)
{
    const value *children = (const value *)cv;

    for (; count > 8; children += 32) {
        const size_t n = count < 16 ? count : 16;

        in_lanes(cv, *children, n, BLOCK_BYTES, 0, 0);
        cv += n;
        count -= n;
    }
    while (count) {
        const size_t n = count < 4 ? count : 4;

        if (n == 1) {
            parent(*cv, children, 0);
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
