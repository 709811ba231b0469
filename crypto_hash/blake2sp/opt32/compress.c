/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2's opt32, a block at a time and with the flag of a last node: a round
   is a short loop body over the four rows of the state, each step the same for
   all four columns. A round is 112 operations on words and 16 loads. */

#include "blocks.h"
#include "loop.h"

void compress(word h[8], const unsigned char *in, unsigned long long t, word f0,
              word f1)
{
    const word t0 = (word)t, t1 = WORD_BITS == 32 ? (word)(t >> 32) : 0;
    word v[4][4] = {{h[0], h[1], h[2], h[3]},
                    {h[4], h[5], h[6], h[7]},
                    {IV0, IV1, IV2, IV3},
                    {t0 ^ IV4, t1 ^ IV5, f0 ^ IV6, f1 ^ IV7}};
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
        h[i] ^= v[0][i] ^ v[2][i];
        h[i + 4] ^= v[1][i] ^ v[3][i];
    }
}
