/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Chunks side by side: vector j of a state has lane j of all, chunk by chunk.
 *
 * Before this is included: LANES, the chunks; the type word, of as many lanes;
 * lanes(v, in, at), which loads LANES lanes of all chunks in, from byte at on,
 * by place in the chunk; spread(p, v), which writes the LANES lanes of v; and
 * permute(a). At the end of a block lanes that were absorbed are loaded again.
 */
#include "tree.h"

enum { BLOCK = RATE / 8, TAIL = REST / 8 };

static inline void add(word a[25], const unsigned char *const in[LANES],
                       unsigned at, int n)
{
    for (int i = 0; i < n; i += LANES) {
        int again = i + LANES > n ? i + LANES - n : 0;
        word v[LANES];

        lanes(v, in, at + 8 * (unsigned)(i - again));
        for (int j = again; j < LANES; ++j)
            a[i - again + j] = a[i - again + j] ^ v[j];
    }
}

/* Lane j of a number */
static void single(uint64_t lane[25], int j, const word *a, int n)
{
    uint64_t each[LANES];

    for (int i = 0; i < n; ++i) {
        spread(each, a[i]);
        lane[i] = each[j];
    }
}

static void side(unsigned char *cv, uint64_t node[25],
                 const unsigned char *start, unsigned n)
{
    const unsigned char *in[LANES];
    word a[25];

    for (unsigned j = 0; j < LANES; ++j) /* The last one fills what is left. */
        in[j] = start + (size_t)CHUNK * (j < n ? j : n - 1);
    for (int i = 0; i < 25; ++i)
        a[i] = CONSTANT(0);
    for (unsigned block = 0; block < WHOLE; ++block) {
        add(a, in, block * RATE, BLOCK);
        permute(a);
    }
    if (node)
        single(node, 0, a, 25);
    add(a, in, WHOLE * RATE, TAIL);
    a[TAIL] = a[TAIL] ^ CONSTANT(LEAF);
    a[BLOCK - 1] = a[BLOCK - 1] ^ CONSTANT((uint64_t)0x80 << 56);
    permute(a);
    for (unsigned j = node ? 1 : 0; j < n; ++j) {
        uint64_t lane[25];

        single(lane, (int)j, a, CV / 8);
        for (int i = 0; i < CV; ++i)
            *cv++ = (unsigned char)(lane[i / 8] >> 8 * (i % 8));
    }
}
