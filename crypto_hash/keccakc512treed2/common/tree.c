/* SPDX-License-Identifier: CC0-1.0 */
/* The tree with one node after the other, the final one's lanes as far apart as
   those of a leaf */
#include "tree.h"
#include "keccak.h"
#include <string.h>

static void chain(unsigned char *node, const unsigned char *leaf)
{
    for (int i = 0; i < CHAINED; ++i)
        memcpy(node + STRIDE * i, leaf + 8 * i, 8);
}

void tree(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
          unsigned long long pairs, const unsigned char last[2 * PAIR],
          int longer)
{
    unsigned char node[PAIR] = {0}, leaf[SQUEEZED];

    /* If leaf 0 is longer, its last whole block is in the message, too. */
    keccak(leaf, in, pairs + (longer ? 1 : 0), longer ? last + PAIR : last);
    chain(node, leaf);
    keccak(leaf, pairs ? in + 8 : in, pairs, last + 8);
    chain(node + STRIDE * CHAINED, leaf);
    for (int i = 0; i < 8; ++i)
        node[STRIDE * 2 * CHAINED + i] = (unsigned char)(FINAL_LANE >> 8 * i);
    keccak(out, in, 0, node);
}
