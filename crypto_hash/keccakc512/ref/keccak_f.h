/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Keccak-f[1600], as chapter 1 of "The Keccak reference", version 3.0 (the
 * final SHA-3 submission), defines it: the five steps of a round, then the
 * rounds. Letters are the paper's, numbers the sections of FIPS 202, which has
 * the same steps in the same order. Rotations and round constants are computed
 * from their definitions, so there is no table to trust.
 *
 * A sum of bits is ^, a product is &, and adding 1 is ~. Bit z of the lane
 * a[x][y] has the weight 2^z, so that moving a lane from z to z + n is a
 * rotation to the left by n.
 */
#include "params.h"
#include <stdint.h>

enum { W = 64 }; /* w: bits in a lane, 2^l with l = 6 */

static uint64_t rotate(uint64_t lane, unsigned n)
{
    return lane << n % W | lane >> (W - n % W) % W;
}

/* 3.2.1: a[x][y][z] += sum of a[x-1][y'][z] + sum of a[x+1][y'][z-1], over all
   y' */
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
 * 3.2.2: a[x][y][z] = a[x][y][z - (t+1)(t+2)/2], where t < 24 is the number of
 * times that the matrix (0 1; 2 3) takes (1, 0) to (x, y); (0, 0) is never
 * reached.
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

/* 3.2.3: a[x][y] = a[x'][y'], where (x, y) is the matrix (0 1; 2 3) times
   (x', y') */
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

/* 3.2.4: a[x] += (a[x+1] + 1) a[x+2] */
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

/* 3.2.5: one more factor X, modulo X^8 + X^6 + X^5 + X^4 + 1 */
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

/* 3.3, 3.4: n_r = 12 + 2l rounds, or, of a function with fewer, the last ones
   of them */
static void keccak_f(uint64_t a[5][5])
{
    unsigned power = 1;

    for (int jumped = 0; jumped < 7 * (12 + 2 * 6 - ROUNDS); ++jumped)
        power = times_x(power);
    for (int i = 12 + 2 * 6 - ROUNDS; i < 12 + 2 * 6; ++i) {
        theta(a);
        rho(a);
        pi(a);
        chi(a);
        iota(a, &power);
    }
}

/*
 * 3.1.2, 3.1.3: bit w(5y+x) + z of the state, read as a string of bits, is
 * a[x][y][z]. B.1: byte i of a string of bytes holds its bits 8i to 8i + 7, the
 * first one lowest.
 */
static void add_byte(uint64_t a[5][5], unsigned i, unsigned char byte)
{
    a[i / 8 % 5][i / 8 / 5] ^= (uint64_t)byte << 8 * (i % 8);
}

static unsigned char get_byte(uint64_t a[5][5], unsigned i)
{
    return (unsigned char)(a[i / 8 % 5][i / 8 / 5] >> 8 * (i % 8));
}
