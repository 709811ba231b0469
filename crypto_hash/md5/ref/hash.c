/* SPDX-License-Identifier: CC0-1.0 */
/*
 * MD5 in the letters and the order of RFC 1321, by its section numbers: made to
 * be compared with the standard, not to be fast.
 */
#include "api.h"
#include "crypto_hash.h"

#include <stdint.h>

typedef uint32_t word;

/* 2: X <<< s */
static word rotate(word X, int s) { return X << s | X >> (32 - s); }

/* 3.4: the auxiliary functions */
static word F(word X, word Y, word Z) { return (X & Y) | (~X & Z); }

static word G(word X, word Y, word Z) { return (X & Z) | (Y & ~Z); }

static word H(word X, word Y, word Z) { return X ^ Y ^ Z; }

static word I(word X, word Y, word Z) { return Y ^ (X | ~Z); }

/* 3.4: T[i] is the integer part of 4294967296 times abs(sin(i)), i in radians;
   here the first element is that of i = 1. */
static const word T[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
    0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
    0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
    0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
    0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
    0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
    0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
    0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
    0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/* 3.4: what the rounds take, as in [abcd k s i] */
static const int S[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
static const int FIRST[4] = {0, 1, 5, 0}, STEP[4] = {1, 5, 3, 7};

/* 3.4: process a block of 16 words. */
static void process(word state[4], const unsigned char *block)
{
    word X[16], a = state[0], b = state[1], c = state[2], d = state[3];

    /* 2: the first byte of a word is the lowest. */
    for (int j = 0; j < 16; j++)
        X[j] = block[4 * j] | (word)block[4 * j + 1] << 8 |
               (word)block[4 * j + 2] << 16 | (word)block[4 * j + 3] << 24;
    for (int i = 0; i < 64; i++) {
        int round = i / 16, k = (FIRST[round] + STEP[round] * (i % 16)) % 16;
        word f = round == 0   ? F(b, c, d)
                 : round == 1 ? G(b, c, d)
                 : round == 2 ? H(b, c, d)
                              : I(b, c, d);
        word next = b + rotate(a + f + X[k] + T[i], S[round][i % 4]);

        a = d;
        d = c;
        c = b;
        b = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    /* 3.3 */
    word state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    unsigned char padded[128] = {0};
    unsigned long long left = inlen;
    unsigned i, size;

    for (; left >= 64; left -= 64) {
        process(state, in);
        in += 64;
    }
    /* 3.1: a bit 1 and zeros; 3.2: the length in bits, the low byte first */
    for (i = 0; i < (unsigned)left; i++)
        padded[i] = in[i];
    padded[i] = 0x80;
    size = left < 56 ? 64 : 128;
    for (i = 0; i < 8; i++)
        padded[size - 8 + i] = (unsigned char)(inlen << 3 >> 8 * i);
    for (i = 0; i < size; i += 64)
        process(state, padded + i);
    /* 3.5: output */
    for (i = 0; i < CRYPTO_BYTES; i++)
        out[i] = (unsigned char)(state[i / 4] >> 8 * (i % 4));
    return 0;
}
