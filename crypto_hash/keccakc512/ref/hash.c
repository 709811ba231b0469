/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Keccak[r,c] for c = 512 and 1024, as chapter 1 of "The Keccak reference",
 * version 3.0 (the final SHA-3 submission), defines it: first the five steps
 * of a round, then Keccak-f[1600], then the sponge with its padding. Letters
 * are the paper's. Rotations and round constants are computed from their
 * definitions, so there is no table to trust.
 *
 * A sum of bits is ^, a product is &, and adding 1 is ~. Bit z of the lane
 * a[x][y] has the weight 2^z, so that moving a lane from z to z + n is a
 * rotation to the left by n.
 */
#include "api.h"
#include "crypto_hash.h"
#include <stdint.h>

enum {
    W = 64,                   /* w: bits in a lane, 2^l with l = 6 */
    ROUNDS = 12 + 2 * 6,      /* n_r = 12 + 2l */
    C = 2 * 8 * CRYPTO_BYTES, /* c: the capacity, twice the digest */
    R = 25 * W - C,           /* r: the bitrate */
    BLOCK = R / 8
};

static uint64_t rotate(uint64_t lane, unsigned n)
{
    return lane << n % W | lane >> (W - n % W) % W;
}

/* a[x][y][z] += sum of a[x-1][y'][z] + sum of a[x+1][y'][z-1], over all y' */
static void theta(uint64_t a[5][5])
{
    uint64_t sum[5];

    for (int x = 0; x < 5; ++x)
        sum[x] = a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4];
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y)
            a[x][y] ^= sum[(x + 4) % 5] ^ rotate(sum[(x + 1) % 5], 1);
}

/*
 * a[x][y][z] = a[x][y][z - (t+1)(t+2)/2], where t < 24 is the number of times
 * that the matrix (0 1; 2 3) takes (1, 0) to (x, y); (0, 0) is never reached.
 */
static void rho(uint64_t a[5][5])
{
    int x = 1, y = 0;

    for (unsigned t = 0; t < 24; ++t) {
        int next = (2 * x + 3 * y) % 5;

        a[x][y] = rotate(a[x][y], (t + 1) * (t + 2) / 2);
        x = y;
        y = next;
    }
}

/* a[x][y] = a[x'][y'], where (x, y) is the matrix (0 1; 2 3) times (x', y') */
static void pi(uint64_t a[5][5])
{
    uint64_t old[5][5];

    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y)
            old[x][y] = a[x][y];
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y)
            a[y][(2 * x + 3 * y) % 5] = old[x][y];
}

/* a[x] += (a[x+1] + 1) a[x+2] */
static void chi(uint64_t a[5][5])
{
    for (int y = 0; y < 5; ++y) {
        uint64_t row[5];

        for (int x = 0; x < 5; ++x)
            row[x] = a[x][y];
        for (int x = 0; x < 5; ++x)
            a[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5]);
    }
}

/* One more factor X, modulo X^8 + X^6 + X^5 + X^4 + 1 */
static unsigned times_x(unsigned power)
{
    power <<= 1;
    return power & 0x100 ? power ^ 0x171 : power;
}

/*
 * a[0][0] += RC[i], where bit 2^j - 1 of RC[i] is rc[j + 7i] for 0 <= j <= l,
 * and rc[t] is the constant term of X^t. The rounds take j + 7i = 0, 1, 2, ...
 * in this order, so power = X^(j + 7i) is handed from each to the next.
 */
static void iota(uint64_t a[5][5], unsigned *power)
{
    for (int j = 0; j <= 6; ++j) {
        a[0][0] ^= (uint64_t)(*power & 1) << ((1 << j) - 1);
        *power = times_x(*power);
    }
}

static void keccak_f(uint64_t a[5][5])
{
    unsigned power = 1;

    for (int i = 0; i < ROUNDS; ++i) {
        theta(a);
        rho(a);
        pi(a);
        chi(a);
        iota(a, &power);
    }
}

/*
 * Bit w(5y+x) + z of the state, read as a string of bits, is a[x][y][z]. Byte
 * i of a string of bytes holds its bits 8i to 8i + 7, the first one lowest.
 */
static void add_byte(uint64_t a[5][5], unsigned i, unsigned char byte)
{
    a[i / 8 % 5][i / 8 / 5] ^= (uint64_t)byte << 8 * (i % 8);
}

static unsigned char get_byte(uint64_t a[5][5], unsigned i)
{
    return (unsigned char)(a[i / 8 % 5][i / 8 / 5] >> 8 * (i % 8));
}

/* pad10*1: a bit 1, as many bits 0 as it takes to end a block, a bit 1 */
static void add_padding(uint64_t a[5][5], unsigned first)
{
    add_byte(a, first, 0x01);
    add_byte(a, BLOCK - 1, 0x80);
}

/* The digest is shorter than a block: the sponge is squeezed once. */
int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint64_t a[5][5] = {{0}};

    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK) {
        for (unsigned i = 0; i < BLOCK; ++i)
            add_byte(a, i, in[i]);
        keccak_f(a);
    }
    for (unsigned i = 0; i < inlen; ++i)
        add_byte(a, i, in[i]);
    add_padding(a, (unsigned)inlen);
    keccak_f(a);
    for (unsigned i = 0; i < CRYPTO_BYTES; ++i)
        out[i] = get_byte(a, i);
    return 0;
}
