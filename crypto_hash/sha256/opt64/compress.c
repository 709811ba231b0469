/* SPDX-License-Identifier: CC0-1.0 */
/* Vector units make the message schedule of several blocks at once (lanes.h),
 * which leaves the integer units to the rounds. Those are the bound: 23 integer
 * operations a round, or 5.75 cycles where four go at once, of 36 when the
 * schedule is among them. Fewer blocks than a row has are taken singly. */

#include "eight_steps.h"
#include "lanes.h"
#include "one_block.h"
#include "step.h"

/* The rounds of one block, whose words stand LANES apart */
static void rounds(word state[8], const word *w)
{
    word a = state[0], b = state[1], c = state[2], d = state[3];
    word e = state[4], f = state[5], g = state[6], h = state[7];
    word bc = b ^ c;
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
        one_block(h, in);
        in += BLOCK_BYTES;
    }
}
