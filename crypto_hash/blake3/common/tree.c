/* SPDX-License-Identifier: CC0-1.0 */

/* Every fast BLAKE3: the tree of section 2.1 of its paper, from the leaves to
   the root. Chunks are hashed as many at once as an implementation can, and so
   are the parents, level by level: an odd node at the end waits for a level
   where it has a neighbour, which makes each left subtree as large as it can
   be. A long message comes in subtrees of 256 chunks; their chaining values
   wait on a stack for a neighbour of their size. Read on in blocks.h, lanes.c,
   lanes.h; then, for what does not fill lanes, blocks.c or rows.c, round.h,
   rotations.h, row.h. */

#include <string.h>

#include "blocks.h"
#include "crypto_hash.h"

#define SUBTREE 256
#define LEVELS 48 /* 2^64 bytes are 2^46 subtrees */

#define WHOLE(flags) KIND(BLOCK_BYTES, flags)

const kind chunk_kinds[CHUNK_BLOCKS] = {
    WHOLE(CHUNK_START), WHOLE(0), WHOLE(0), WHOLE(0),        WHOLE(0), WHOLE(0),
    WHOLE(0),           WHOLE(0), WHOLE(0), WHOLE(0),        WHOLE(0), WHOLE(0),
    WHOLE(0),           WHOLE(0), WHOLE(0), WHOLE(CHUNK_END)};

/* Parents of n > most nodes, level by level, until there are at most `most`;
   returns how many. */
static size_t reduce(value cv[], size_t n, size_t most)
{
    while (n > most) {
        parents(cv, n / 2);
        if (n % 2)
            memcpy(cv[n / 2], cv[n - 1], sizeof(value));
        n = (n + 1) / 2;
    }
    return n;
}

/* A message of more than a chunk. Not inlined: a short one needs no stack. */
#ifdef __GNUC__
__attribute__((noinline))
#endif
static void
tree(unsigned char *out, const unsigned char *in, unsigned long long inlen)
{
    value cv[SUBTREE], stack[LEVELS + 1];
    unsigned long long done = 0; /* subtrees */
    size_t depth = 0;

    while (inlen > SUBTREE * CHUNK_BYTES) {
        leaves(cv, in, SUBTREE * CHUNK_BYTES, done * SUBTREE);
        reduce(cv, SUBTREE, 1);
        memcpy(stack[depth++], cv[0], sizeof(value));
        done++;
        for (unsigned long long k = done; k % 2 == 0; k /= 2) {
            depth--;
            parent(stack[depth - 1], (const value *)stack + (depth - 1), 0);
        }
        in += SUBTREE * CHUNK_BYTES;
        inlen -= SUBTREE * CHUNK_BYTES;
    }

    leaves(cv, in, (size_t)inlen, done * SUBTREE);
    reduce(cv, (size_t)((inlen - 1) / CHUNK_BYTES + 1), depth ? 1 : 2);
    while (depth > 1) {
        memcpy(stack[depth], cv[0], sizeof(value));
        depth--;
        parent(cv[0], (const value *)stack + depth, 0);
    }
    if (depth) {
        memcpy(cv[1], cv[0], sizeof(value));
        memcpy(cv[0], stack[0], sizeof(value));
    }
    parent(out, (const value *)cv, ROOT);
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    if (inlen > CHUNK_BYTES)
        tree(out, in, inlen);
    else
        leaf(out, in, (size_t)inlen, 0, ROOT);
    return 0;
}
