/* SPDX-License-Identifier: CC0-1.0 */

/* What the size of a word decides: sections 2.1 and 2.6 of RFC 7693. BLAKE2s
   has at most 32 bytes of output, and here no BLAKE2b has as few. */

#ifndef PARAMS_H
#define PARAMS_H

#include "api.h"

/* The size of a word, the rounds, the four rotations of G, to the right, and
   the initial value, as in SHA-256 and SHA-512. */
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

#ifndef __ASSEMBLER__
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
#endif

#endif
