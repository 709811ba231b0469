/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Keccak-f[1600] on 32-bit words, bit-interleaved (Keccak implementation
 * overview, version 3.2, section 2.1): a[0] holds the even bits of each lane
 * and a[1] the odd ones, so that a rotation of a lane is at most two rotations
 * of words, and the digest and the message alone have to be converted.
 *
 * Two rounds an iteration, from a to e and back: pi is the choice of names.
 * On a machine with 7 or 13 registers for 50 words it is loads and stores that
 * bound the speed, not the 254 operations of a round. Hence the order of
 * theta: each parity of a half-column is wanted twice, and going through the
 * ten of them as the ring that these uses make, no parity is ever stored.
 */
#include "keccak.h"
#include <stdint.h>

#define C(even, odd)                                                           \
    {                                                                          \
        even, odd                                                              \
    }
static const uint32_t round_constant[24][2] = {INTERLEAVED_CONSTANTS(C)};
#undef C

static inline uint32_t rol(uint32_t x, int n)
{
    return x << n | x >> (32 - n) % 32;
}

static uint32_t load32_le(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

static void store32_le(unsigned char *p, uint32_t v)
{
    for (int i = 0; i < 4; ++i)
        p[i] = (unsigned char)(v >> 8 * i);
}

/* Exchange the bits under the mask with those n places higher. */
static inline uint32_t exchange(uint32_t x, uint32_t mask, int n)
{
    uint32_t t = (x ^ x >> n) & mask;

    return x ^ t ^ t << n;
}

/* Bits 0, 2, ..., 30 to the lower half, bits 1, 3, ..., 31 to the upper one */
static inline uint32_t separate(uint32_t x)
{
    x = exchange(x, 0x22222222, 1);
    x = exchange(x, 0x0c0c0c0c, 2);
    x = exchange(x, 0x00f000f0, 4);
    return exchange(x, 0x0000ff00, 8);
}

static inline uint32_t unite(uint32_t x)
{
    x = exchange(x, 0x0000ff00, 8);
    x = exchange(x, 0x00f000f0, 4);
    x = exchange(x, 0x0c0c0c0c, 2);
    return exchange(x, 0x22222222, 1);
}

/* Two loops, for the first one is the work and compilers can vectorise it. */
static void absorb(uint32_t a[2][25], const unsigned char *block)
{
    uint32_t w[RATE / 4];

    for (int i = 0; i < RATE / 4; ++i)
        w[i] = separate(load32_le(block + 4 * i + i / 2 * (STRIDE - 8)));
    for (int i = 0; i < RATE / 8; ++i) {
        a[0][i] ^= w[2 * i + 1] << 16 | (w[2 * i] & 0xffff);
        a[1][i] ^= w[2 * i] >> 16 | (w[2 * i + 1] & 0xffff0000);
    }
}

static void squeeze(unsigned char *out, uint32_t a[2][25])
{
    for (int i = 0; i < OUT_LANES; ++i) {
        store32_le(out + 8 * i, unite(a[1][i] << 16 | (a[0][i] & 0xffff)));
        store32_le(out + 8 * i + 4,
                   unite(a[0][i] >> 16 | (a[1][i] & 0xffff0000)));
    }
}

#define PARITY(a, x, half)                                                     \
    ((a)[half][x] ^ (a)[half][(x) + 5] ^ (a)[half][(x) + 10] ^                 \
     (a)[half][(x) + 15] ^ (a)[half][(x) + 20])

/* d: what theta adds to each column of a */
#define THETA(a)                                                               \
    do {                                                                       \
        uint32_t first = PARITY(a, 0, 0), p = first, q;                        \
        q = PARITY(a, 2, 1), d[0][1] = p ^ rol(q, 1);                          \
        p = PARITY(a, 4, 0), d[1][3] = q ^ p;                                  \
        q = PARITY(a, 1, 1), d[0][0] = p ^ rol(q, 1);                          \
        p = PARITY(a, 3, 0), d[1][2] = q ^ p;                                  \
        q = PARITY(a, 0, 1), d[0][4] = p ^ rol(q, 1);                          \
        p = PARITY(a, 2, 0), d[1][1] = q ^ p;                                  \
        q = PARITY(a, 4, 1), d[0][3] = p ^ rol(q, 1);                          \
        p = PARITY(a, 1, 0), d[1][0] = q ^ p;                                  \
        q = PARITY(a, 3, 1), d[0][2] = p ^ rol(q, 1);                          \
        d[1][4] = q ^ first;                                                   \
    } while (0)

/*
 * Half h of the lane (x, y) of a after theta and rho, a rotation by n: an odd n
 * takes it from the other half.
 */
#define LANE(a, h, x, y, n)                                                    \
    rol((a)[((n) + (h)) % 2][(x) + 5 * (y)] ^ d[((n) + (h)) % 2][x],           \
        ((n) + 1 - (h)) / 2)

/* chi of the row b0 to b4 into e */
static inline void chi(uint32_t e[5], uint32_t b0, uint32_t b1, uint32_t b2,
                       uint32_t b3, uint32_t b4)
{
    e[0] = b0 ^ (~b1 & b2);
    e[1] = b1 ^ (~b2 & b3);
    e[2] = b2 ^ (~b3 & b4);
    e[3] = b3 ^ (~b4 & b0);
    e[4] = b4 ^ (~b0 & b1);
}

#define HALF_ROUND(e, a, h, rc)                                                \
    do {                                                                       \
        chi((e)[h], LANE(a, h, 0, 0, 0), LANE(a, h, 1, 1, 44),                 \
            LANE(a, h, 2, 2, 43), LANE(a, h, 3, 3, 21), LANE(a, h, 4, 4, 14)); \
        (e)[h][0] ^= (rc)[h];                                                  \
        chi((e)[h] + 5, LANE(a, h, 3, 0, 28), LANE(a, h, 4, 1, 20),            \
            LANE(a, h, 0, 2, 3), LANE(a, h, 1, 3, 45), LANE(a, h, 2, 4, 61));  \
        chi((e)[h] + 10, LANE(a, h, 1, 0, 1), LANE(a, h, 2, 1, 6),             \
            LANE(a, h, 3, 2, 25), LANE(a, h, 4, 3, 8), LANE(a, h, 0, 4, 18));  \
        chi((e)[h] + 15, LANE(a, h, 4, 0, 27), LANE(a, h, 0, 1, 36),           \
            LANE(a, h, 1, 2, 10), LANE(a, h, 2, 3, 15), LANE(a, h, 3, 4, 56)); \
        chi((e)[h] + 20, LANE(a, h, 2, 0, 62), LANE(a, h, 3, 1, 55),           \
            LANE(a, h, 4, 2, 39), LANE(a, h, 0, 3, 41), LANE(a, h, 1, 4, 2));  \
    } while (0)

#define ROUND(e, a, rc)                                                        \
    do {                                                                       \
        THETA(a);                                                              \
        HALF_ROUND(e, a, 0, rc);                                               \
        HALF_ROUND(e, a, 1, rc);                                               \
    } while (0)

#define PERMUTE                                                                \
    do {                                                                       \
        for (int round = 24 - ROUNDS; round < 24; round += 2) {                \
            ROUND(e, a, round_constant[round]);                                \
            ROUND(a, e, round_constant[round + 1]);                            \
        }                                                                      \
    } while (0)

void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
            unsigned long long blocks, const unsigned char last[RATE])
{
    uint32_t a[2][25] = {{0}}, e[2][25], d[2][5];

    for (;; in += RATE / 8 * STRIDE) {
        absorb(a, blocks ? in : last);
        PERMUTE;
        if (blocks-- == 0)
            break;
    }
    squeeze(out, a);
    for (int i = 1; i < SQUEEZES; ++i) {
        out += RATE;
        PERMUTE;
        squeeze(out, a);
    }
}
