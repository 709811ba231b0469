/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH on words of 64 bits. The two halves of the state meet only in
 * the swap of distance 64, once in seven rounds, and that one costs nothing:
 * the halves of the odd words are stored in each other's place. So seven
 * rounds are a loop over the halves, whose body has eight words, two
 * temporaries and a mask: it fits the registers of a 64-bit machine, and a
 * compiler that vectorises runs both halves at once in vectors of 128 bits.
 */
#include "jh.h"
#include <string.h>

typedef uint64_t word;

#include "constants.h"
#include "round.h"

static void seven_rounds(jh_state *restrict y, const jh_state *restrict x,
                         int r)
{
    const word(*k)[2][2] = round_constants.w64 + r;
    int j;

    for (j = 0; j < 2; j++) {
        word a0 = x->w64[0][j], a1 = x->w64[2][j], a2 = x->w64[4][j],
             a3 = x->w64[6][j];
        word b0 = x->w64[1][j], b1 = x->w64[3][j], b2 = x->w64[5][j],
             b3 = x->w64[7][j];

        SUBSTITUTE_AND_MIX(k[0][0][j], k[0][1][j]);
        SWAP_ODD(1);
        SUBSTITUTE_AND_MIX(k[1][0][j], k[1][1][j]);
        SWAP_ODD(2);
        SUBSTITUTE_AND_MIX(k[2][0][j], k[2][1][j]);
        SWAP_ODD(4);
        SUBSTITUTE_AND_MIX(k[3][0][j], k[3][1][j]);
        SWAP_ODD(8);
        SUBSTITUTE_AND_MIX(k[4][0][j], k[4][1][j]);
        SWAP_ODD(16);
        SUBSTITUTE_AND_MIX(k[5][0][j], k[5][1][j]);
        SWAP_ODD(32);
        SUBSTITUTE_AND_MIX(k[6][0][j], k[6][1][j]);

        y->w64[0][j] = a0;
        y->w64[2][j] = a1;
        y->w64[4][j] = a2;
        y->w64[6][j] = a3;
        y->w64[1][1 - j] = b0;
        y->w64[3][1 - j] = b1;
        y->w64[5][1 - j] = b2;
        y->w64[7][1 - j] = b3;
    }
}

void f8(jh_state *h, const uint8_t block[64])
{
    jh_state m, t;
    int i, r;

    memcpy(m.bytes, block, 64);
    for (i = 0; i < 4; i++) {
        h->w64[i][0] ^= m.w64[i][0];
        h->w64[i][1] ^= m.w64[i][1];
    }
    for (r = 0; r < 42; r += 14) {
        seven_rounds(&t, h, r);
        seven_rounds(h, &t, r + 7);
    }
    for (i = 0; i < 4; i++) {
        h->w64[i + 4][0] ^= m.w64[i][0];
        h->w64[i + 4][1] ^= m.w64[i][1];
    }
}
