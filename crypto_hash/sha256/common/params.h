/* SPDX-License-Identifier: CC0-1.0 */
/* What SHA-256 does not share with SHA-512, by sections of FIPS 180-4. */

#ifndef PARAMS_H
#define PARAMS_H

#include <stdint.h>

typedef uint32_t word;

#define WORD_BITS 32
#define BLOCK_BYTES 64
#define ROUNDS 64

/* Section 5.3.3 */
static const word H0[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

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
