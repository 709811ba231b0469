/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE3 by sections of "BLAKE3: one function, fast everywhere", 2020: its
   constants, what an implementation gives to tree.c, and one node. */

#ifndef BLOCKS_H
#define BLOCKS_H

/* Section 2.2: words, rotations, initial value, flags. */
#define WORD_BYTES 4
#define WORD_BITS (8 * WORD_BYTES)
#define BLOCK_BYTES (16 * WORD_BYTES)
#define CHUNK_BLOCKS 16
#define CHUNK_BYTES (CHUNK_BLOCKS * BLOCK_BYTES)
#define ROUNDS 7

/* the four rotations of G, to the right */
#define R1 16
#define R2 12
#define R3 8
#define R4 7

/* the initial value, as in SHA-256 */
// clang-format off
#define IV0 0x6a09e667
#define IV1 0xbb67ae85
#define IV2 0x3c6ef372
#define IV3 0xa54ff53a
#define IV4 0x510e527f
#define IV5 0x9b05688c
#define IV6 0x1f83d9ab
#define IV7 0x5be0cd19

/* flags */
#define CHUNK_START 1
#define CHUNK_END 2
#define PARENT 4
#define ROOT 8
// clang-format on

/* Section 2.2: between rounds the words of the message are permuted; here each
   round has its permutation as ROW(number, its sixteen words), so that nothing
   is moved. */

// clang-format off
#define SIGMA(ROW) \
    ROW(0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15) \
    ROW(1,  2,  6,  3, 10,  7,  0,  4, 13,  1, 11, 12,  5,  9, 14, 15,  8) \
    ROW(2,  3,  4, 10, 12, 13,  2,  7, 14,  6,  5,  9,  0, 11, 15,  8,  1) \
    ROW(3, 10,  7, 12,  9, 14,  3, 13, 15,  4,  0, 11,  2,  5,  8,  1,  6) \
    ROW(4, 12, 13,  9, 11, 15, 10, 14,  8,  7,  2,  5,  3,  0,  1,  6,  4) \
    ROW(5,  9, 14, 11,  5,  8, 12, 15,  1, 13,  3,  0, 10,  2,  6,  4,  7) \
    ROW(6, 11, 15,  5,  0,  1,  9,  8,  6, 14, 10,  2, 12,  3,  4,  7, 13)
// clang-format on

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t word;

static inline word load_le(const unsigned char *p)
{
    return (word)p[3] << 24 | (word)p[2] << 16 | (word)p[1] << 8 | p[0];
}

static inline void store_le(unsigned char *p, word x)
{
    for (int i = 0; i < WORD_BYTES; i++)
        p[i] = (unsigned char)(x >> (8 * i));
}

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

#define LOAD load_le /* for message.c */

/* The words of the block at `in`: a file of its own, because a compiler that
   knows where they come from takes them out of vectors one by one. */
#define message CRYPTO_NAMESPACE(message)
void message(word m[16], const unsigned char *in);

/* A block of `tail` < BLOCK_BYTES bytes and zeros: in vectors, if there is a
   file for that. */
#if defined __has_include
#if __has_include("pad.h")
#include "pad.h"
#endif
#endif
#ifndef PAD_H
typedef unsigned char padded_block[BLOCK_BYTES];

static inline const unsigned char *pad(padded_block *b, const unsigned char *in,
                                       size_t tail)
{
    memset(*b, 0, sizeof *b);
    if (tail > 0) /* else in may be null */
        memcpy(*b, in, tail);
    return *b;
}
#endif

/* A chunk and a parent by blocks(), one at a time. `flags` is ROOT or 0. */

static inline void store(value cv, const word h[8])
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    /* halves, as vectors of four words were stored, are loaded without delay */
    memcpy(cv, h, sizeof(value) / 2);
    memcpy(cv + sizeof(value) / 2, h + 4, sizeof(value) / 2);
#else
    for (int i = 0; i < 8; i++)
        store_le(cv + i * WORD_BYTES, h[i]);
#endif
}

/* The last block of a chunk, of `bytes` bytes. */
static inline void last_block(word h[8], const unsigned char *in, size_t bytes,
                              uint64_t t, word flags)
{
    const kind last = KIND(bytes, flags | CHUNK_END);
    padded_block padded;

    if (bytes < BLOCK_BYTES)
        in = pad(&padded, in, bytes);
    blocks(h, in, 1, t, &last);
}

static inline void leaf(value cv, const unsigned char *in, size_t bytes,
                        uint64_t t, word flags)
{
    const size_t before = bytes ? (bytes - 1) / BLOCK_BYTES : 0;
    word h[8] = {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7};

    if (bytes == CHUNK_BYTES && !flags) {
        blocks(h, in, CHUNK_BLOCKS, t, chunk_kinds);
    } else {
        if (before) {
            blocks(h, in, before, t, chunk_kinds);
            in += before * BLOCK_BYTES;
        } else {
            flags |= CHUNK_START;
        }
        last_block(h, in, bytes - before * BLOCK_BYTES, t, flags);
    }
    store(cv, h);
}

/* The two children lie one behind the other; cv may be the first. */
static inline void parent(value cv, const value children[2], word flags)
{
    const kind node = KIND(BLOCK_BYTES, PARENT | flags);
    word h[8] = {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7};

    blocks(h, (const unsigned char *)children, 1, 0, &node);
    store(cv, h);
}
#endif

#endif
