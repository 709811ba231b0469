/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2's opt64 a block at a time, and with the flag of a last node: the state
   in sixteen variables, all rounds unrolled. A round is 112 operations: 48 add,
   32 xor, 32 rotate. Two leaves in turns would give the chains of one more
   time, and need twice the registers. */

#include "blocks.h"
#include "round.h"

void compress(word h[8], const unsigned char *in, unsigned long long t, word f0,
              word f1)
{
    const word t0 = (word)t, t1 = WORD_BITS == 32 ? (word)(t >> 32) : 0;
    word v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3];
    word v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
    word v8 = IV0, v9 = IV1, v10 = IV2, v11 = IV3;
    word v12 = t0 ^ IV4, v13 = t1 ^ IV5, v14 = f0 ^ IV6, v15 = f1 ^ IV7;
    word m[16];

    message(m, in);

    SIGMA(ROUND_OF_WORDS)

    h[0] ^= v0 ^ v8;
    h[1] ^= v1 ^ v9;
    h[2] ^= v2 ^ v10;
    h[3] ^= v3 ^ v11;
    h[4] ^= v4 ^ v12;
    h[5] ^= v5 ^ v13;
    h[6] ^= v6 ^ v14;
    h[7] ^= v7 ^ v15;
}
