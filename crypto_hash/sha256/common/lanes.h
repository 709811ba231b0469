/* SPDX-License-Identifier: CC0-1.0 */
/* The message schedule does not depend on the state, so that of several blocks
 * can be worked out side by side (Gueron and Krasnov, "Parallelizing message
 * schedules to accelerate the computations of hash functions", 2012). Here
 * a row holds the same word of as many blocks as fit into 256 bits. Compilers
 * turn the loop over a row into vector instructions, without the dependence of
 * W[t] on W[t - 2] that spoils vectors within one block. */

#ifndef LANES_H
#define LANES_H

#include "steps.h"

#define LANES (256 / WORD_BITS)

/* Row i of the sixteen at hand goes to w with its constant, and from W[t]
 * becomes W[t + 16]. Variables, not m, so that the row stays in a register. */
#define EXPAND(i, x0, x1, x9, x14)                                             \
    do {                                                                       \
        w[t + i][j] = x0 + K[t + i];                                           \
        x0 += sigma1(x14) + x9 + sigma0(x1);                                   \
        m[i][j] = x0;                                                          \
    } while (0)

static void expand_rows(word w[ROUNDS][LANES], word m[16][LANES], int t)
{
    int j;

    for (j = 0; j < LANES; j++) {
        word x0 = m[0][j], x1 = m[1][j], x2 = m[2][j], x3 = m[3][j];
        word x4 = m[4][j], x5 = m[5][j], x6 = m[6][j], x7 = m[7][j];
        word x8 = m[8][j], x9 = m[9][j], xa = m[10][j], xb = m[11][j];
        word xc = m[12][j], xd = m[13][j], xe = m[14][j], xf = m[15][j];

        EXPAND(0, x0, x1, x9, xe);
        EXPAND(1, x1, x2, xa, xf);
        EXPAND(2, x2, x3, xb, x0);
        EXPAND(3, x3, x4, xc, x1);
        EXPAND(4, x4, x5, xd, x2);
        EXPAND(5, x5, x6, xe, x3);
        EXPAND(6, x6, x7, xf, x4);
        EXPAND(7, x7, x8, x0, x5);
        EXPAND(8, x8, x9, x1, x6);
        EXPAND(9, x9, xa, x2, x7);
        EXPAND(10, xa, xb, x3, x8);
        EXPAND(11, xb, xc, x4, x9);
        EXPAND(12, xc, xd, x5, xa);
        EXPAND(13, xd, xe, x6, xb);
        EXPAND(14, xe, xf, x7, xc);
        EXPAND(15, xf, x0, x8, xd);
    }
}

#undef EXPAND

/* K[t] + W[t] of LANES blocks */
static void schedule(word w[ROUNDS][LANES], const unsigned char *in)
{
    word m[16][LANES];
    int t, j;

    for (t = 0; t < 16; t++)
        for (j = 0; j < LANES; j++)
            m[t][j] = load_be(in + BLOCK_BYTES * j + WORD_BITS / 8 * t);
    /* The last pass expands in vain: that costs less than a second loop. */
    for (t = 0; t < ROUNDS; t += 16)
        expand_rows(w, m, t);
}

/* The rounds of one block, whose words stand LANES apart */
static void rounds(word state[8], const word *w)
{
    word a = state[0], b = state[1], c = state[2], d = state[3];
    word e = state[4], f = state[5], g = state[6], h = state[7];
    CARRIED;
    int t;

#define KW(i) w[LANES * (i)]
    for (t = 0; t < ROUNDS; t += 8) {
        EIGHT_STEPS(KW);
        w += 8 * LANES;
    }
#undef KW
    ADD_TO(state);
}

#endif
