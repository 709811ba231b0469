/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The one function that an implementation of the tree writes. A pair is a block
 * of either leaf, lane by lane. Both leaves absorb pairs whole pairs from in,
 * and then the first pair of last, the end of leaf 1. If longer, the second
 * pair of last has the end of leaf 0. The final node follows. It writes out
 * after its last look at in: the two may overlap.
 */
#ifndef TREE_H
#define TREE_H

#include "api.h"
#include "params.h"
#include <stdint.h>

enum {
    PAIR = 2 * RATE,
    CHAINED = 512 / 64 /* lanes of a leaf's chaining value */
};

/*
 * The final node is one block, the chaining values and a lane: B = 64, the bits
 * that a leaf takes in a turn, as a number of 32 bits; five bits 0; a bit 1, as
 * the node is final; and the padding.
 */
#define FINAL_LANE (64 | (uint64_t)0x60 << 32 | (uint64_t)0x80 << 56)

#define tree CRYPTO_NAMESPACE(tree)
void tree(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
          unsigned long long pairs, const unsigned char last[2 * PAIR],
          int longer);

#endif
