/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH on words of 32 bits, in four lanes. The swaps of distance 32
 * and 64 only exchange lanes of the odd words, so the lanes go through the
 * rounds between them without meeting: a loop whose body has eight words,
 * where two halves of 64 bits would need twice the registers a 32-bit machine
 * has. A compiler that vectorises runs the four lanes at once in vectors of
 * 128 bits, with rotations for the swap of distance 16.
 */
#include "jh.h"
#include <string.h>

typedef uint32_t word;

#include "constants.h"
#include "round.h"

/* The six rounds up to the swap of distance 32. From x to y, as the next one:
   compilers vectorise these loops only if nothing else is stored there. */
static void six_rounds(jh_state *restrict y, const jh_state *restrict x, int r)
{
    const word(*k)[2][4] = round_constants.w32 + r;
    int j;

    for (j = 0; j != 4; j++) {
        LOAD(x->w32);
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
        STORE(y->w32);
    }
}

/* The round up to the swap of distance 64. */
static void seventh_round(jh_state *restrict y, const jh_state *restrict x,
                          int r)
{
    const word(*k)[4] = round_constants.w32[r];
    int j;

    for (j = 0; j != 4; j++) {
        LOAD(x->w32);
        SUBSTITUTE_AND_MIX(k[0][j], k[1][j]);
        STORE(y->w32);
    }
}

/* The swap of distance 32 d: of lanes whose numbers differ by the bit d. */
static void exchange_lanes(jh_state *h, int d)
{
    int i;

    for (i = 1; i < 8; i += 2) {
        word t[4];

        memcpy(t, h->w32[i], sizeof t);
        h->w32[i][0] = t[d];
        h->w32[i][1] = t[1 ^ d];
        h->w32[i][2] = t[2 ^ d];
        h->w32[i][3] = t[3 ^ d];
    }
}

void f8(jh_state *h, const uint8_t block[64])
{
    jh_state m, t;
    int i, r;

    memcpy(m.bytes, block, 64);
    for (i = 0; i < 16; i++)
        h->w32[i / 4][i % 4] ^= m.w32[i / 4][i % 4];
    /* Twice seven rounds a turn: a loop that is used from two places is kept in
       a function of its own, and vectorised there. */
    for (r = 0; r < 42; r += 14) {
        six_rounds(&t, h, r);
        exchange_lanes(&t, 1);
        seventh_round(h, &t, r + 6);
        exchange_lanes(h, 2);
        six_rounds(&t, h, r + 7);
        exchange_lanes(&t, 1);
        seventh_round(h, &t, r + 13);
        exchange_lanes(h, 2);
    }
    for (i = 0; i < 16; i++)
        h->w32[i / 4 + 4][i % 4] ^= m.w32[i / 4][i % 4];
}
