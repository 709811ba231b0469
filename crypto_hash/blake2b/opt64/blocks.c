/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2 for machines with 64-bit registers, or as many as they usually have:
   the state in sixteen variables, all rounds unrolled. A round is 112
   operations: 48 add, 32 xor, 32 rotate. At four a cycle that bounds it to 28
   cycles, with the dependencies (24) close behind. The words of the message are
   added from memory; they go there in a file of its own, because a compiler
   that knows where they come from may keep them in vector registers, and pays
   an extraction for each. Floor: 2.25 c/b of BLAKE2b, 3.75 of BLAKE2s. */

#include "blocks.h"
#include "round.h"

void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes, word last)
{
    do {
        const word t0 = (word)bytes;
        const word t1 = WORD_BITS == 32 ? (word)(bytes >> 32) : 0;
        word v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3];
        word v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
        word v8 = IV0, v9 = IV1, v10 = IV2, v11 = IV3;
        word v12 = t0 ^ IV4, v13 = t1 ^ IV5, v14 = last ^ IV6, v15 = IV7;
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

        in += BLOCK_BYTES;
        bytes += BLOCK_BYTES;
    } while (--count);
}
