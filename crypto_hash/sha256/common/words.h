/* SPDX-License-Identifier: CC0-1.0 */
/* What SHA-224 and SHA-256 do not share with SHA-384 and SHA-512, by sections
 * of FIPS 180-4. */

#ifndef WORDS_H
#define WORDS_H

#include <stdint.h>

typedef uint32_t word;

#define WORD_BITS 32
#define BLOCK_BYTES 64
#define ROUNDS 64

/* Of a constant given by its two halves */
#define WORD(high, low) (high)

/* Section 2.2.2 */
static inline word rotr(word x, int n) { return x >> n | x << (WORD_BITS - n); }

/* Section 3.1: words are big-endian; they may stand at any address. */
static inline word load_be(const unsigned char *p)
{
    return (word)p[0] << 24 | (word)p[1] << 16 | (word)p[2] << 8 | p[3];
}

/* Section 4.1.2 */
static inline word Sigma0(word x)
{
    return rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22);
}

static inline word Sigma1(word x)
{
    return rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25);
}

static inline word sigma0(word x) { return rotr(x, 7) ^ rotr(x, 18) ^ x >> 3; }

static inline word sigma1(word x)
{
    return rotr(x, 17) ^ rotr(x, 19) ^ x >> 10;
}

#endif
