/* SPDX-License-Identifier: CC0-1.0 */

/* What n decides in BLAKE-n: sections 2.1 to 2.4 of "SHA-3 proposal BLAKE",
   version 1.3, 2010. CRYPTO_BYTES is n / 8. */

#ifndef PARAMS_H
#define PARAMS_H

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

#ifndef __ASSEMBLER__
#include <stdint.h>

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
#endif

#endif
