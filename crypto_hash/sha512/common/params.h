/* SPDX-License-Identifier: CC0-1.0 */
/* What SHA-512 does not share with SHA-256, by sections of FIPS 180-4. */

#ifndef PARAMS_H
#define PARAMS_H

#include <stdint.h>

typedef uint64_t word;

#define WORD_BITS 64
#define BLOCK_BYTES 128
#define ROUNDS 80

/* Section 5.3.5 */
static const word H0[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b),
    UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
    UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

/* A constant given by its two halves */
#define WORD(high, low) ((uint64_t)(high) << 32 | (low))

/* Section 2.2.2 */
static inline word rotr(word x, int n) { return x >> n | x << (WORD_BITS - n); }

/* Section 3.1: words are big-endian; they may stand at any address. */
static inline word load_be(const unsigned char *p)
{
    return (word)p[0] << 56 | (word)p[1] << 48 | (word)p[2] << 40 |
           (word)p[3] << 32 | (word)p[4] << 24 | (word)p[5] << 16 |
           (word)p[6] << 8 | p[7];
}

/* Section 4.1.3 */
static inline word Sigma0(word x)
{
    return rotr(x, 28) ^ rotr(x, 34) ^ rotr(x, 39);
}

static inline word Sigma1(word x)
{
    return rotr(x, 14) ^ rotr(x, 18) ^ rotr(x, 41);
}

static inline word sigma0(word x) { return rotr(x, 1) ^ rotr(x, 8) ^ x >> 7; }

static inline word sigma1(word x) { return rotr(x, 19) ^ rotr(x, 61) ^ x >> 6; }

#endif
