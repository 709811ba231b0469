/* SPDX-License-Identifier: CC0-1.0 */
/* For machines of 32-bit registers. The schedule is kept out of the rounds,
 * which fill the registers twice over, and is left in 64-bit words: vector
 * units that add 64-bit lanes are common on 32-bit machines (SSE2, NEON), and
 * compilers use them for these loops. The rounds are what the integer
 * unit has to do: about 75 operations each, in 32-bit halves. */

#include "sha2.h"

/* Of a 64-bit rotation each half is two shifts; the six of a Sigma are disjoint
 * in pairs, so one chain of xors joins them all. That spares the double shift
 * (shld), slow on AMD's machines, which compilers make of a rotation they see.
 * Sums stay 64-bit: add and adc. Maj is the form that keeps nothing for the
 * next step: sixteen halves are more than there are registers already. */
static inline word join(uint32_t high, uint32_t low)
{
    return (word)high << 32 | low;
}

static inline word Sigma0_halves(word x)
{
    uint32_t h = (uint32_t)(x >> 32), l = (uint32_t)x;

    return join(h >> 28 ^ l << 4 ^ l >> 2 ^ h << 30 ^ l >> 7 ^ h << 25,
                l >> 28 ^ h << 4 ^ h >> 2 ^ l << 30 ^ h >> 7 ^ l << 25);
}

static inline word Sigma1_halves(word x)
{
    uint32_t h = (uint32_t)(x >> 32), l = (uint32_t)x;

    return join(h >> 14 ^ l << 18 ^ h >> 18 ^ l << 14 ^ l >> 9 ^ h << 23,
                l >> 14 ^ h << 18 ^ l >> 18 ^ h << 14 ^ h >> 9 ^ l << 23);
}

#define CARRIED
#define STEP(a, b, c, d, e, f, g, h, kw)                                       \
    do {                                                                       \
        h += (kw);                                                             \
        h += g ^ (e & (f ^ g));                                                \
        h += Sigma1_halves(e);                                                 \
        d += h;                                                                \
        h += Sigma0_halves(a);                                                 \
        h += (a & b) | (c & (a | b));                                          \
    } while (0)

#include "lanes.h"

/* K[t] + W[t] of one block, into the first lane */
static void schedule_one(word w[ROUNDS][LANES], const unsigned char *in)
{
    word m[ROUNDS];
    int t;

    for (t = 0; t < 16; t++)
        m[t] = load_be(in + WORD_BITS / 8 * t);
    for (t = 16; t < ROUNDS; t++)
        m[t] = sigma1(m[t - 2]) + m[t - 7] + sigma0(m[t - 15]) + m[t - 16];
    for (t = 0; t < ROUNDS; t++)
        w[t][0] = m[t] + K[t];
}

void compress(word h[8], const unsigned char *in, unsigned long long blocks)
{
    word w[ROUNDS][LANES];
    int j;

    for (; blocks >= LANES; blocks -= LANES) {
        schedule(w, in);
        for (j = 0; j < LANES; j++)
            rounds(h, &w[0][j]);
        in += LANES * BLOCK_BYTES;
    }
    for (; blocks > 0; blocks--) {
        schedule_one(w, in);
        rounds(h, w[0]);
        in += BLOCK_BYTES;
    }
}
