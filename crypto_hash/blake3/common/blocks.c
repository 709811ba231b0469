/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE3 for machines with 64-bit registers, or as many as they usually have:
   the state in sixteen variables, all rounds unrolled. A round is 112
   operations: 48 add, 32 xor, 32 rotate. At four a cycle that bounds it to 28
   cycles, with the dependencies (24) close behind. The words of the message are
   added from memory; they go there in a file of its own, because a compiler
   that knows where they come from may keep them in vector registers, and pays
   an extraction for each. Floor: 7 rounds, 3.06 c/b. */

#include "blocks.h"
#include "round.h"

void blocks(word h[8], const unsigned char *in, size_t count, uint64_t t,
            const kind kinds[])
{
    do {
        word v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3];
        word v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
        word v8 = IV0, v9 = IV1, v10 = IV2, v11 = IV3;
        word v12 = (word)t, v13 = (word)(t >> 32);
        word v14 = (word)*kinds, v15 = (word)(*kinds >> 32);
        word m[16];

        message(m, in);

        SIGMA(ROUND_OF_WORDS)

        h[0] = v0 ^ v8;
        h[1] = v1 ^ v9;
        h[2] = v2 ^ v10;
        h[3] = v3 ^ v11;
        h[4] = v4 ^ v12;
        h[5] = v5 ^ v13;
        h[6] = v6 ^ v14;
        h[7] = v7 ^ v15;

        in += BLOCK_BYTES;
        kinds++;
    } while (--count);
}
