/* SPDX-License-Identifier: CC0-1.0 */
/*
 * ParallelHash in place of K12: what K12's chunks, side by side or not, take.
 * All chunks are leaves here, so the final node never absorbs one.
 */
#ifndef TREE_H
#define TREE_H

#include "keccak.h"
#include <stdint.h>
#include <string.h>

enum {
    CHUNK = 8192,                /* B of SP 800-185, as long as K12's */
    WHOLE = CHUNK / RATE,        /* blocks of a chunk, and what they leave: */
    REST = CHUNK - WHOLE * RATE, /* bytes, whole lanes of them */
    CV = 200 - RATE,             /* as many bytes as the capacity has */
    SIDE = 8, /* chunks that are hashed in one call, at most */
    LEAF = 0x1f
};

/* The chaining values of the first chunks of in, one at least and all `left` at
   most; returns how many. node is null. */
#define chunks CRYPTO_NAMESPACE(chunks)
unsigned chunks(unsigned char cv[SIDE * CV], uint64_t node[25],
                const unsigned char *in, unsigned long long left);

/* SHAKE of a chunk, or of what is left of one */
static inline void shake(unsigned char cv[CV], const unsigned char *in,
                         unsigned len)
{
    unsigned char last[RATE] = {0};
    unsigned rest = len % RATE;

    memcpy(last, in + (len - rest), rest);
    last[rest] = LEAF;
    last[RATE - 1] |= 0x80;
    keccak(cv, in, len / RATE, last);
}

static inline void leaf(unsigned char cv[CV], const unsigned char *in)
{
    shake(cv, in, CHUNK);
}

#ifndef LANES /* of vectors, where chunks lie side by side (side.h) */
/* A node that takes its input lane by lane, in as many calls as it needs */
typedef uint64_t word;

static inline word rol(word x, int n) { return x << n | x >> (64 - n); }
#define CONSTANT(n) (n)
#include "rounds.h"

/* Absorbs lanes whole lanes, the first of them into a[at]; returns where the
   next one goes. */
static unsigned absorb(uint64_t a[25], unsigned at, const unsigned char *in,
                       unsigned lanes)
{
    for (; lanes > 0; --lanes, in += 8) {
        a[at] ^= load64_le(in);
        if (++at == RATE / 8) {
            permute(a);
            at = 0;
        }
    }
    return at;
}
#endif

#endif
