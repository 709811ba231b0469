/* SPDX-License-Identifier: CC0-1.0 */

/* The constants of section 2.2 of "BLAKE3: one function, fast everywhere",
   2020: words, rotations, initial value, flags. */

#ifndef WORD_H
#define WORD_H

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

#ifndef __ASSEMBLER__
#include <stdint.h>

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
#endif

#endif
