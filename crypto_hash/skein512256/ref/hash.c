/* SPDX-License-Identifier: CC0-1.0 */

/* Skein in the letters and the order of sections 3.3 to 3.5 of "The Skein Hash
   Function Family", version 1.3, 2010: Threefish, UBI, Skein. Nothing is
   computed in advance: each hash begins with the configuration block. */

#include <stdint.h>

#include "api.h"
#include "crypto_hash.h"
#include "params.h"

/* 3.3: Threefish */

enum {
    NW = STATE_WORDS, /* words of a block */
    NB = 8 * NW,      /* bytes of a block */
    NR = 72,          /* rounds */
};

static const uint64_t C240 = 0x1bd11bdaa9fc1a22;

#if STATE_WORDS == 4
static const int PI[NW] = {0, 3, 2, 1};

static const int R[8][NW / 2] = {
    {14, 16}, {52, 57}, {23, 40}, {5, 37},
    {25, 33}, {46, 12}, {58, 22}, {32, 32},
};
#else
static const int PI[NW] = {2, 1, 4, 7, 6, 5, 0, 3};

static const int R[8][NW / 2] = {
    {46, 36, 19, 37}, {33, 27, 14, 42}, {17, 49, 36, 39}, {44, 9, 54, 56},
    {39, 30, 34, 24}, {13, 50, 10, 17}, {25, 29, 39, 43}, {8, 35, 56, 22},
};
#endif

static uint64_t rotate_left(uint64_t x, int n)
{
    return x << n | x >> (64 - n);
}

/* 3.3.1: y0 = x0 + x1, y1 = (x1 rotated by R[d][j]) ^ y0 */
static void mix(uint64_t y[2], const uint64_t x[2], int d, int j)
{
    y[0] = x[0] + x[1];
    y[1] = rotate_left(x[1], R[d % 8][j]) ^ y[0];
}

/* 3.3.2: word i of subkey s, from the extended key and tweak */
static uint64_t subkey(const uint64_t k[NW + 1], const uint64_t t[3], int s,
                       int i)
{
    uint64_t word = k[(s + i) % (NW + 1)];

    if (i == NW - 3)
        word += t[s % 3];
    if (i == NW - 2)
        word += t[(s + 1) % 3];
    if (i == NW - 1)
        word += (uint64_t)s;
    return word;
}

/* c = E(K, T, p) */
static void threefish(uint64_t c[NW], const uint64_t K[NW], const uint64_t T[2],
                      const uint64_t p[NW])
{
    uint64_t k[NW + 1], t[3], v[NW], e[NW], f[NW];

    k[NW] = C240;
    for (int i = 0; i < NW; i++) {
        k[i] = K[i];
        k[NW] ^= K[i];
    }
    t[0] = T[0];
    t[1] = T[1];
    t[2] = T[0] ^ T[1];

    for (int i = 0; i < NW; i++)
        v[i] = p[i];
    for (int d = 0; d < NR; d++) {
        for (int i = 0; i < NW; i++)
            e[i] = d % 4 == 0 ? v[i] + subkey(k, t, d / 4, i) : v[i];
        for (int j = 0; j < NW / 2; j++)
            mix(&f[2 * j], &e[2 * j], d, j);
        for (int i = 0; i < NW; i++)
            v[i] = f[PI[i]];
    }
    for (int i = 0; i < NW; i++)
        c[i] = v[i] + subkey(k, t, NR / 4, i);
}

/* 3.4: unique block iteration */

/* The tweak has 128 bits: of the position, bits 0 to 95, inlen fills at most
   64; bit 119, for bit strings, is 0; these are in the upper word. */
#define FIRST ((uint64_t)1 << (126 - 64))
#define FINAL ((uint64_t)1 << (127 - 64))
#define TYPE(n) ((uint64_t)(n) << (120 - 64))

/* G = UBI(G, M, type), where M has NM bytes */
static void ubi(uint64_t G[NW], const unsigned char *M, unsigned long long NM,
                uint64_t type)
{
    uint64_t T[2] = {0, type | FIRST};

    do {
        uint64_t m[NW] = {0}, c[NW];
        const int n = NM < NB ? (int)NM : NB;

        for (int i = 0; i < n; i++)
            m[i / 8] |= (uint64_t)*M++ << (8 * (i % 8));
        NM -= (unsigned)n;

        T[0] += (unsigned)n;
        if (NM == 0)
            T[1] |= FINAL;
        threefish(c, G, T, m);
        for (int i = 0; i < NW; i++)
            G[i] = c[i] ^ m[i];
        T[1] &= ~FIRST;
    } while (NM > 0);
}

/* 3.5: Skein. The configuration string says: "SHA3", version 1, the bits of
   output in 8 bytes, no tree. The output is UBI of a counter, here always 0. */

#define TYPE_CFG TYPE(4)
#define TYPE_MSG TYPE(48)
#define TYPE_OUT TYPE(63)

static const unsigned char config[32] = {
    'S', 'H', 'A', '3', 1, [8] = CRYPTO_BYTES * 8 & 255, CRYPTO_BYTES * 8 >> 8};

static const unsigned char counter[8] = {0};

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint64_t G[NW] = {0};

    ubi(G, config, sizeof config, TYPE_CFG);
    ubi(G, in, inlen, TYPE_MSG);
    ubi(G, counter, sizeof counter, TYPE_OUT);
    for (int i = 0; i < CRYPTO_BYTES; i++)
        out[i] = (unsigned char)(G[i / 8] >> (8 * (i % 8)));
    return 0;
}
