/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SHA-1 in the letters and the order of FIPS 180-4, by its section numbers:
 * made to be compared with the standard, not to be fast.
 */
#include "api.h"
#include "crypto_hash.h"

#include <stdint.h>

typedef uint32_t word;

/* 3.2: the operation on words */
static word ROTL(int n, word x) { return x << n | x >> (32 - n); }

/* 4.1.1: the functions of x, y and z, and 4.2.1: the constants */
static word f(int t, word x, word y, word z)
{
    if (t < 20)
        return (x & y) ^ (~x & z); /* Ch */
    if (t >= 40 && t < 60)
        return (x & y) ^ (x & z) ^ (y & z); /* Maj */
    return x ^ y ^ z;                       /* Parity */
}

static const word K[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};

/* 6.1.2: block i of the message, M, makes H(i) of H(i-1). */
static void compute(word H[5], const unsigned char *M)
{
    word W[80], a = H[0], b = H[1], c = H[2], d = H[3], e = H[4];
    int t;

    /* 1. Prepare the message schedule; 3.1: the first byte is the highest. */
    for (t = 0; t < 16; t++)
        W[t] = (word)M[4 * t] << 24 | (word)M[4 * t + 1] << 16 |
               (word)M[4 * t + 2] << 8 | M[4 * t + 3];
    for (t = 16; t < 80; t++)
        W[t] = ROTL(1, W[t - 3] ^ W[t - 8] ^ W[t - 14] ^ W[t - 16]);

    /* 3. Mix the working variables, which step 2 has initialized. */
    for (t = 0; t < 80; t++) {
        word T = ROTL(5, a) + f(t, b, c, d) + e + K[t / 20] + W[t];

        e = d;
        d = c;
        c = ROTL(30, b);
        b = a;
        a = T;
    }

    /* 4. Compute the intermediate hash value. */
    H[0] += a;
    H[1] += b;
    H[2] += c;
    H[3] += d;
    H[4] += e;
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    /* 5.3.1 */
    word H[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char padded[128] = {0};
    unsigned long long left = inlen;
    unsigned i, size;

    /* 5.2.1: whole blocks of the message */
    for (; left >= 64; left -= 64) {
        compute(H, in);
        in += 64;
    }
    /* 5.1.1: the rest, a bit 1, zeros, and the length in bits */
    for (i = 0; i < (unsigned)left; i++)
        padded[i] = in[i];
    padded[i] = 0x80;
    size = left < 56 ? 64 : 128;
    for (i = 0; i < 8; i++)
        padded[size - 1 - i] = (unsigned char)(inlen << 3 >> 8 * i);
    for (i = 0; i < size; i += 64)
        compute(H, padded + i);
    for (i = 0; i < CRYPTO_BYTES; i++)
        out[i] = (unsigned char)(H[i / 4] >> (24 - 8 * (i % 4)));
    return 0;
}
