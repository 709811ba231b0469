/* SPDX-License-Identifier: CC0-1.0 */

/* What the size of a word decides: sections 2.2 and 2.4 of "SHA-3 proposal
   BLAKE", version 1.3, 2010. params.h has the rest. */

#ifndef WORD_H
#define WORD_H

#define WORD_BYTES 8
#define WORD_BITS (8 * WORD_BYTES)
#define BLOCK_BYTES (16 * WORD_BYTES)
#define LENGTH_BYTES (2 * WORD_BYTES)
#define ROUNDS 16

/* the four rotations of G, to the right */
#define R1 32
#define R2 25
#define R3 16
#define R4 11

/* the first digits of pi */
// clang-format off
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
// clang-format on

#ifndef __ASSEMBLER__
#include <stdint.h>

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

#endif
