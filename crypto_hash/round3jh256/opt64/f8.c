/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH on words of 64 bits. The two halves of the state meet only in
 * the swap of distance 64, once in seven rounds. So seven rounds are a loop
 * over the halves, whose body has eight words, two temporaries and a mask: it
 * fits the registers of a 64-bit machine. A compiler that vectorises runs both
 * halves at once in vectors of 128 bits: some 480 operations for seven rounds,
 * bound by the chain through the S-boxes, L and the swap as much as by their
 * number. Without vectors the bound is twice the number.
 */
#include "jh.h"
#include <string.h>

typedef uint64_t word;

#include "constants.h"
#include "round.h"

/* From x to y, and j != 2 rather than j < 2: both help to see that the turns of
   the loop are alike and independent, which clang 14 otherwise does not. */
static void seven_rounds(jh_state *restrict y, const jh_state *restrict x,
                         int r)
{
    const word(*k)[2][2] = round_constants.w64 + r;
    int j;

    for (j = 0; j != 2; j++) {
        LOAD(x->w64);
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
        STORE(y->w64);
    }
}

/* The swap of distance 64. */
static void exchange_halves(jh_state *h)
{
    int i;

    for (i = 1; i < 8; i += 2) {
        word t = h->w64[i][0];

        h->w64[i][0] = h->w64[i][1];
        h->w64[i][1] = t;
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
        exchange_halves(&t);
        seven_rounds(h, &t, r + 7);
        exchange_halves(h);
    }
    for (i = 0; i < 4; i++) {
        h->w64[i + 4][0] ^= m.w64[i][0];
        h->w64[i + 4][1] ^= m.w64[i][1];
    }
}
