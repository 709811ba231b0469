/* SPDX-License-Identifier: CC0-1.0 */

/* Ascon-Hash256 in the letters and the order of NIST SP 800-232, 2025. */

#include <stdint.h>

#include "api.h"
#include "crypto_hash.h"

#define RATE 8

/* 3: the permutation Ascon-p[rnd] */

static uint64_t rotate_right(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

/* 3.2: constant-addition layer, table 5 */
static void p_c(uint64_t S[5], int i, int rnd)
{
    static const unsigned char constant[16] = {
        0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3,
        0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b};

    S[2] = S[2] ^ constant[16 - rnd + i];
}

/* 3.3: substitution layer, the S-box on each of the 64 columns at once */
static void p_s(uint64_t S[5])
{
    const uint64_t x0 = S[0], x1 = S[1], x2 = S[2], x3 = S[3], x4 = S[4];

    S[0] = (x4 & x1) ^ x3 ^ (x2 & x1) ^ x2 ^ (x1 & x0) ^ x1 ^ x0;
    S[1] = x4 ^ (x3 & x2) ^ (x3 & x1) ^ x3 ^ (x2 & x1) ^ x2 ^ x1 ^ x0;
    S[2] = (x4 & x3) ^ x4 ^ x2 ^ x1 ^ ~(uint64_t)0;
    S[3] = (x4 & x0) ^ x4 ^ (x3 & x0) ^ x3 ^ x2 ^ x1 ^ x0;
    S[4] = (x4 & x1) ^ x4 ^ x3 ^ (x1 & x0) ^ x1;
}

/* 3.4: linear diffusion layer */
static void p_l(uint64_t S[5])
{
    S[0] = S[0] ^ rotate_right(S[0], 19) ^ rotate_right(S[0], 28);
    S[1] = S[1] ^ rotate_right(S[1], 61) ^ rotate_right(S[1], 39);
    S[2] = S[2] ^ rotate_right(S[2], 1) ^ rotate_right(S[2], 6);
    S[3] = S[3] ^ rotate_right(S[3], 10) ^ rotate_right(S[3], 17);
    S[4] = S[4] ^ rotate_right(S[4], 7) ^ rotate_right(S[4], 41);
}

static void Ascon_p(uint64_t S[5], int rnd)
{
    for (int i = 0; i < rnd; i++) {
        p_c(S, i, rnd);
        p_s(S);
        p_l(S);
    }
}

/* 5.1: Ascon-Hash256 */

/* Block i of the padded message: its bytes, a bit 1, bits 0; the first byte is
   the lowest of the word. */
static uint64_t block(const unsigned char *M, unsigned long long bytes,
                      unsigned long long i)
{
    uint64_t word = 0;

    for (unsigned k = 0; k < RATE; k++) {
        const unsigned long long at = i * RATE + k;

        if (at < bytes)
            word |= (uint64_t)M[at] << (8 * k);
        else if (at == bytes)
            word |= (uint64_t)1 << (8 * k);
    }
    return word;
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    /* initialization */
    uint64_t S[5] = {0x0000080100cc0002, 0, 0, 0, 0};

    Ascon_p(S, 12);

    /* absorbing */
    for (unsigned long long i = 0; i <= inlen / RATE; i++) {
        S[0] = S[0] ^ block(in, inlen, i);
        Ascon_p(S, 12);
    }

    /* squeezing */
    for (int i = 0; i < CRYPTO_BYTES / RATE; i++) {
        if (i > 0)
            Ascon_p(S, 12);
        for (int k = 0; k < RATE; k++)
            out[i * RATE + k] = (unsigned char)(S[0] >> (8 * k));
    }
    return 0;
}
