/* SPDX-License-Identifier: CC0-1.0 */

/* What the size of a word decides: sections 2.1 and 2.6 of RFC 7693. */

#ifndef WORD_H
#define WORD_H

#define WORD_BYTES 8
#define WORD_BITS (8 * WORD_BYTES)
#define BLOCK_BYTES (16 * WORD_BYTES)
#define ROUNDS 12

/* the four rotations of G, to the right */
#define R1 32
#define R2 24
#define R3 16
#define R4 63

/* the initial value, as in SHA-512 */
// clang-format off
#define IV0 0x6a09e667f3bcc908
#define IV1 0xbb67ae8584caa73b
#define IV2 0x3c6ef372fe94f82b
#define IV3 0xa54ff53a5f1d36f1
#define IV4 0x510e527fade682d1
#define IV5 0x9b05688c2b3e6c1f
#define IV6 0x1f83d9abfb41bd6b
#define IV7 0x5be0cd19137e2179
// clang-format on

#ifndef __ASSEMBLER__
#include <stdint.h>

typedef uint64_t word;

static inline word load_le(const unsigned char *p)
{
    return (word)p[7] << 56 | (word)p[6] << 48 | (word)p[5] << 40 |
           (word)p[4] << 32 | (word)p[3] << 24 | (word)p[2] << 16 |
           (word)p[1] << 8 | p[0];
}

static inline void store_le(unsigned char *p, word x)
{
    for (int i = 0; i < WORD_BYTES; i++)
        p[i] = (unsigned char)(x >> (8 * i));
}
#endif

#endif
