/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE by sections of "SHA-3 proposal BLAKE", version 1.3, 2010: what n
   decides in BLAKE-n, where CRYPTO_BYTES is n / 8; what an implementation
   takes, what it writes, and how a message ends. */

#ifndef BLOCKS_H
#define BLOCKS_H

#include "api.h"

/* The size of a word, the rounds, the four rotations of G, to the right, and
   the first digits of pi. */
// clang-format off
#if CRYPTO_BYTES <= 32
#define WORD_BYTES 4
#define ROUNDS 14
#define R1 16
#define R2 12
#define R3 8
#define R4 7
#define PI0 0x243f6a88
#define PI1 0x85a308d3
#define PI2 0x13198a2e
#define PI3 0x03707344
#define PI4 0xa4093822
#define PI5 0x299f31d0
#define PI6 0x082efa98
#define PI7 0xec4e6c89
#define PI8 0x452821e6
#define PI9 0x38d01377
#define PI10 0xbe5466cf
#define PI11 0x34e90c6c
#define PI12 0xc0ac29b7
#define PI13 0xc97c50dd
#define PI14 0x3f84d5b5
#define PI15 0xb5470917
#else
#define WORD_BYTES 8
#define ROUNDS 16
#define R1 32
#define R2 25
#define R3 16
#define R4 11
#define PI0 0x243f6a8885a308d3
#define PI1 0x13198a2e03707344
#define PI2 0xa4093822299f31d0
#define PI3 0x082efa98ec4e6c89
#define PI4 0x452821e638d01377
#define PI5 0xbe5466cf34e90c6c
#define PI6 0xc0ac29b7c97c50dd
#define PI7 0x3f84d5b5b5470917
#define PI8 0x9216d5d98979fb1b
#define PI9 0xd1310ba698dfb5ac
#define PI10 0x2ffd72dbd01adfb7
#define PI11 0xb8e1afed6a267e96
#define PI12 0xba7c9045f12c7f99
#define PI13 0x24a19947b3916cf7
#define PI14 0x0801f2e2858efc16
#define PI15 0x636920d871574e69
#endif

#define WORD_BITS (8 * WORD_BYTES)
#define BLOCK_BYTES (16 * WORD_BYTES)
#define LENGTH_BYTES (2 * WORD_BYTES)

/* what stands before the length */
#define LAST_PADDING_BIT (CRYPTO_BYTES == 8 * WORD_BYTES)

/* as in SHA-2 of the same length */
#if CRYPTO_BYTES == 28
#define INITIAL_VALUE \
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, \
    0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4
#elif CRYPTO_BYTES == 32
#define INITIAL_VALUE \
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, \
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
#elif CRYPTO_BYTES == 48
#define INITIAL_VALUE \
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, \
    0x9159015a3070dd17, 0x152fecd8f70e5939, \
    0x67332667ffc00b31, 0x8eb44a8768581511, \
    0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4
#else
#define INITIAL_VALUE \
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, \
    0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, \
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, \
    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179
#endif
// clang-format on

/* Section 2.1.2: the ten permutations of the message, each as ROW(number, its
   sixteen words), and those that the rounds from the tenth on take again. */

// clang-format off
#define SIGMA_0_TO_3(ROW) \
    ROW(0,  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15) \
    ROW(1, 14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3) \
    ROW(2, 11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4) \
    ROW(3,  7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8)
#define SIGMA_4_TO_5(ROW) \
    ROW(4,  9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13) \
    ROW(5,  2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9)
#define SIGMA_6_TO_9(ROW) \
    ROW(6, 12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11) \
    ROW(7, 13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10) \
    ROW(8,  6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5) \
    ROW(9, 10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0)
// clang-format on

#define SIGMA(ROW) SIGMA_0_TO_3(ROW) SIGMA_4_TO_5(ROW) SIGMA_6_TO_9(ROW)

#if ROUNDS == 14
#define SIGMA_AGAIN(ROW) SIGMA_0_TO_3(ROW)
#else
#define SIGMA_AGAIN(ROW) SIGMA_0_TO_3(ROW) SIGMA_4_TO_5(ROW)
#endif

#ifndef __ASSEMBLER__
#include <stdint.h>
#include <string.h>

#if WORD_BYTES == 4
typedef uint32_t word;

static inline word load_be(const unsigned char *p)
{
    return (word)p[0] << 24 | (word)p[1] << 16 | (word)p[2] << 8 | p[3];
}

static inline void store_be(unsigned char *p, word x)
{
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(x >> (24 - 8 * i));
}
#else
typedef uint64_t word;

static inline word load_be(const unsigned char *p)
{
    return (word)p[0] << 56 | (word)p[1] << 48 | (word)p[2] << 40 |
           (word)p[3] << 32 | (word)p[4] << 24 | (word)p[5] << 16 |
           (word)p[6] << 8 | p[7];
}

static inline void store_be(unsigned char *p, word x)
{
    for (int i = 0; i < 8; i++)
        p[i] = (unsigned char)(x >> (56 - 8 * i));
}
#endif

#define LOAD load_be /* for message.c */

/* Compresses count > 0 blocks of 16 words into h. The first block ends after
   `bytes` bytes of the message, each other one BLOCK_BYTES later; a block with
   no byte of the message is given alone, with bytes = 0. The salt is zero. */
#define blocks CRYPTO_NAMESPACE(blocks)
void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes);

/* The words of the block at `in`, where rows.c takes them (message.c). */
#define message CRYPTO_NAMESPACE(message)
void message(word m[16], const unsigned char *in);

/* Section 2.1.3: the tail, at most a block, of a message of `bytes` bytes, and
   the padding; returns how many bytes they are, one block or two. */
static inline size_t pad_tail(unsigned char last[2 * BLOCK_BYTES],
                              const unsigned char *in, size_t tail,
                              unsigned long long bytes)
{
    const size_t padded =
        tail < BLOCK_BYTES - LENGTH_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
    unsigned char *const length = last + padded - LENGTH_BYTES;

    if (tail > 0) /* else in may be null */
        memcpy(last, in, tail);
    memset(last + tail, 0, padded - LENGTH_BYTES - tail);
    last[tail] = 0x80;
    length[-1] |= LAST_PADDING_BIT;
    store_be(length, (word)(bytes >> (WORD_BITS - 3)));
    store_be(length + WORD_BYTES, (word)(bytes << 3));
    return padded;
}

/* Compresses the padded tail, less than a block, of a message of `bytes`
   bytes. */
static inline void finish(word h[8], const unsigned char *in, size_t tail,
                          unsigned long long bytes)
{
    unsigned char last[2 * BLOCK_BYTES];
    const size_t padded = pad_tail(last, in, tail, bytes);

    /* the counter of a block without a bit of the message is zero */
    blocks(h, last, 1, tail ? bytes : 0);
    if (padded > BLOCK_BYTES)
        blocks(h, last + BLOCK_BYTES, 1, 0);
}
#endif

#endif
