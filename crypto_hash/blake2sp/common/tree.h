/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2sp and BLAKE2bp, section 2.11 of "BLAKE2: simpler, smaller, fast as
   MD5", 2013: leaves take the blocks of the message in turns, and a root hashes
   their chaining values. Lanes are as in BLAKE3. */

#ifndef TREE_H
#define TREE_H

#include <stddef.h>

#include "blocks.h"

/* eight of BLAKE2s, four of BLAKE2b, which is 512 bytes a turn of either */
#define LEAVES (32 / WORD_BYTES)
#define TURN (LEAVES * BLOCK_BYTES)

/* A chaining value, in the order of the message's bytes. */
typedef unsigned char value[8 * WORD_BYTES];

/* Word i of the initial value of a node: section 2.8, the parameters. */
static inline word initial(int i, word offset, word depth)
{
    static const word iv[8] = {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7};
    const int at = WORD_BITS == 32 ? 2 : 1; /* that of the node's offset */

    if (i == 0)
        return iv[0] ^ (CRYPTO_BYTES | LEAVES << 16 | 2 << 24);
    if (i == at)
        return iv[i] ^ offset;
    if (i == at + 1)
        return iv[i] ^ (depth | CRYPTO_BYTES << 8)
                           << (WORD_BITS == 32 ? 16 : 0);
    return iv[i];
}

/* Compresses a block into h, after which the node has had t bytes; f0 is a word
   of ones for its last block, f1 for that of the last node of a level. */
#define compress CRYPTO_NAMESPACE(compress)
void compress(word h[8], const unsigned char *in, unsigned long long t, word f0,
              word f1);

#define leaves CRYPTO_NAMESPACE(leaves)
void leaves(value cv[LEAVES], const unsigned char *in,
            unsigned long long inlen);

#endif
