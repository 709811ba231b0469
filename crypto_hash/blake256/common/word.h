/* SPDX-License-Identifier: CC0-1.0 */

/* What the size of a word decides: sections 2.1 and 2.3 of "SHA-3 proposal
   BLAKE", version 1.3, 2010. params.h has the rest. */

#ifndef WORD_H
#define WORD_H

#define WORD_BYTES 4
#define WORD_BITS (8 * WORD_BYTES)
#define BLOCK_BYTES (16 * WORD_BYTES)
#define LENGTH_BYTES (2 * WORD_BYTES)
#define ROUNDS 14

/* the four rotations of G, to the right */
#define R1 16
#define R2 12
#define R3 8
#define R4 7

/* the first digits of pi */
// clang-format off
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
// clang-format on

#ifndef __ASSEMBLER__
#include <stdint.h>

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
#endif

#endif
