/* SPDX-License-Identifier: CC0-1.0 */
/* For machines of 32-bit registers. The schedule is kept out of the rounds,
 * which fill the registers twice over, and is left in 64-bit words: vector
 * units that add 64-bit lanes are common on 32-bit machines (SSE2, NEON), and
 * compilers use them for these loops. The rounds are what the integer
 * unit has to do (step.h): about 75 operations each, in 32-bit halves. */

#include "eight_steps.h"
#include "lanes.h"
#include "step.h"

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

/* The rounds of one block, whose words stand LANES apart */
static void rounds(word state[8], const word *w)
{
    word a = state[0], b = state[1], c = state[2], d = state[3];
    word e = state[4], f = state[5], g = state[6], h = state[7];
    int t;

#define KW(i) w[LANES * (i)]
    for (t = 0; t < ROUNDS; t += 8) {
        EIGHT_STEPS(KW);
        w += 8 * LANES;
    }
#undef KW
    ADD_TO(state);
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
