/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2 for machines with 32-bit registers. They have too few of them for the
   sixteen words of the state, more so for BLAKE2b, where each word takes two;
   unrolled rounds are mostly loads and stores, and many kilobytes long. So a
   round is a short loop body over the four rows of the state, each step the
   same for all four columns, as in BLAKE's opt32. A round is 112 operations on
   words and 16 loads: at one a cycle 20 c/b of BLAKE2s. A word of BLAKE2b takes
   two registers, and at least twice the operations: 24 c/b. */

#include "blocks.h"
#include "loop.h"

void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes, word last)
{
    do {
        const word t0 = (word)bytes;
        const word t1 = WORD_BITS == 32 ? (word)(bytes >> 32) : 0;
        word v[4][4] = {{h[0], h[1], h[2], h[3]},
                        {h[4], h[5], h[6], h[7]},
                        {IV0, IV1, IV2, IV3},
                        {t0 ^ IV4, t1 ^ IV5, last ^ IV6, IV7}};
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

        in += BLOCK_BYTES;
        bytes += BLOCK_BYTES;
    } while (--count);
}
