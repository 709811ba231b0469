/* SPDX-License-Identifier: CC0-1.0 */
/* Vector units make the message schedule of several blocks at once (lanes.h),
 * which leaves the integer units to the rounds. Those are the bound: 23 integer
 * operations a round, or 5.75 cycles where four go at once, of 36 when the
 * schedule is among them. Fewer blocks than a row has are taken singly. */

#include "lanes.h"
#include "steps.h"

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
