/* SPDX-License-Identifier: CC0-1.0 */

/* What an implementation of BLAKE3 gives to tree.c. */

#ifndef BLOCKS_H
#define BLOCKS_H

#include <stddef.h>

#include "word.h"

/* What a block is, the last words of the state: its number of bytes, flags. */
typedef uint64_t kind;
#define KIND(bytes, flags) ((uint64_t)(flags) << 32 | (bytes))

/* A chaining value, in the order of the message's bytes. */
typedef unsigned char value[8 * WORD_BYTES];

/* the blocks of a chunk that is not the root */
#define chunk_kinds CRYPTO_NAMESPACE(chunk_kinds)
extern const kind chunk_kinds[CHUNK_BLOCKS];

/* Compresses count > 0 whole blocks of a chunk, or of a parent, into h; t is
   its counter. */
#define blocks CRYPTO_NAMESPACE(blocks)
void blocks(word h[8], const unsigned char *in, size_t count, uint64_t t,
            const kind kinds[]);

/* The chaining values of the chunks from t on, which have inlen > 0 bytes; the
   last one may be short. */
#define leaves CRYPTO_NAMESPACE(leaves)
void leaves(value cv[], const unsigned char *in, size_t inlen, uint64_t t);

/* The first 2 * count chaining values become count: those of their parents. */
#define parents CRYPTO_NAMESPACE(parents)
void parents(value cv[], size_t count);

#endif
