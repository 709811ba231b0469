/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2 by sections of RFC 7693: what the size of a word decides, and what an
   implementation takes and writes. BLAKE2s has at most 32 bytes of output, and
   here no BLAKE2b has as few. */

#ifndef BLOCKS_H
#define BLOCKS_H

#include "api.h"

/* Sections 2.1 and 2.6: the size of a word, the rounds, the four rotations of
   G, to the right, and the initial value, as in SHA-256 and SHA-512. */
// clang-format off
#if CRYPTO_BYTES <= 32
#define WORD_BYTES 4
#define ROUNDS 10
#define R1 16
#define R2 12
#define R3 8
#define R4 7
#define IV0 0x6a09e667
#define IV1 0xbb67ae85
#define IV2 0x3c6ef372
#define IV3 0xa54ff53a
#define IV4 0x510e527f
#define IV5 0x9b05688c
#define IV6 0x1f83d9ab
#define IV7 0x5be0cd19
#else
#define WORD_BYTES 8
#define ROUNDS 12
#define R1 32
#define R2 24
#define R3 16
#define R4 63
#define IV0 0x6a09e667f3bcc908
#define IV1 0xbb67ae8584caa73b
#define IV2 0x3c6ef372fe94f82b
#define IV3 0xa54ff53a5f1d36f1
#define IV4 0x510e527fade682d1
#define IV5 0x9b05688c2b3e6c1f
#define IV6 0x1f83d9abfb41bd6b
#define IV7 0x5be0cd19137e2179
#endif
// clang-format on

#define WORD_BITS (8 * WORD_BYTES)
#define BLOCK_BYTES (16 * WORD_BYTES)

/* Section 2.7: the permutations of the message, one a round, each
   as ROW(number, its sixteen words). */

// clang-format off
#define SIGMA_0_TO_1(ROW) \
    ROW(0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15) \
    ROW(1, 14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3)
#define SIGMA_2_TO_9(ROW) \
    ROW(2, 11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4) \
    ROW(3,  7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8) \
    ROW(4,  9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13) \
    ROW(5,  2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9) \
    ROW(6, 12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11) \
    ROW(7, 13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10) \
    ROW(8,  6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5) \
    ROW(9, 10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0)
// clang-format on

#if ROUNDS == 12
#define SIGMA(ROW) SIGMA_0_TO_1(ROW) SIGMA_2_TO_9(ROW) SIGMA_0_TO_1(ROW)
#else
#define SIGMA(ROW) SIGMA_0_TO_1(ROW) SIGMA_2_TO_9(ROW)
#endif

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

#if WORD_BYTES == 4
typedef uint32_t word;

static inline word load_le(const unsigned char *p)
{
    return (word)p[3] << 24 | (word)p[2] << 16 | (word)p[1] << 8 | p[0];
}
#else
typedef uint64_t word;

static inline word load_le(const unsigned char *p)
{
    return (word)p[7] << 56 | (word)p[6] << 48 | (word)p[5] << 40 |
           (word)p[4] << 32 | (word)p[3] << 24 | (word)p[2] << 16 |
           (word)p[1] << 8 | p[0];
}
#endif

static inline void store_le(unsigned char *p, word x)
{
    for (int i = 0; i < WORD_BYTES; i++)
        p[i] = (unsigned char)(x >> (8 * i));
}

#define LOAD load_le /* for message.c */

/* Compresses count > 0 blocks of 16 words into h. The first block ends after
   `bytes` bytes of the message, each other one BLOCK_BYTES later. `last` is 0,
   or for the last block, which is given alone, a word of ones. */
#define blocks CRYPTO_NAMESPACE(blocks)
void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes, word last);

/* The words of the block at `in`, for opt64 and rows.c (message.c). */
#define message CRYPTO_NAMESPACE(message)
void message(word m[16], const unsigned char *in);

/* BLAKE2sp and BLAKE2bp, section 2.11 of "BLAKE2: simpler, smaller, fast as
   MD5", 2013: leaves take the blocks of the message in turns, and a root hashes
   their chaining values. */

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

#endif
