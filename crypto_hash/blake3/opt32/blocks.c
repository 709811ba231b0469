/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE3 for machines with 32-bit registers. They have too few of them for the
   sixteen words of the state; unrolled rounds are mostly loads and stores. So a
   round is a short loop body over the four rows of the state, each step the
   same for all four columns, as in BLAKE's opt32. A round is 112 operations and
   16 loads: at one operation a cycle 14 c/b. */

#include "blocks.h"
#include "loop.h"

void blocks(word h[8], const unsigned char *in, size_t count, uint64_t t,
            const kind kinds[])
{
    do {
        word v[4][4] = {
            {h[0], h[1], h[2], h[3]},
            {h[4], h[5], h[6], h[7]},
            {IV0, IV1, IV2, IV3},
            {(word)t, (word)(t >> 32), (word)*kinds, (word)(*kinds >> 32)}};
        word m[16];

        for (int i = 0; i < 16; i++)
            m[i] = load_le(in + WORD_BYTES * i);

        for (int k = 0; k < ROUNDS; k++) {
            HALF_G(0, 0, R1, R2)
            HALF_G(4, 0, R3, R4)
            HALF_G(8, 1, R1, R2)
            HALF_G(12, 1, R3, R4)
        }

        for (int i = 0; i < 4; i++) {
            h[i] = v[0][i] ^ v[2][i];
            h[i + 4] = v[1][i] ^ v[3][i];
        }

        in += BLOCK_BYTES;
        kinds++;
    } while (--count);
}
