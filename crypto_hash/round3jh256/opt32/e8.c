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

typedef uint32_t word;

#include "constants.h"
#include "round.h"

#define LOAD(even, odd)                                                        \
    word a0 = (even)->w[0][j], a1 = (even)->w[1][j];                           \
    word a2 = (even)->w[2][j], a3 = (even)->w[3][j];                           \
    word b0 = (odd)->w[0][j], b1 = (odd)->w[1][j];                             \
    word b2 = (odd)->w[2][j], b3 = (odd)->w[3][j]

#define STORE(even, odd)                                                       \
    do {                                                                       \
        (even)->w[0][j] = a0;                                                  \
        (even)->w[1][j] = a1;                                                  \
        (even)->w[2][j] = a2;                                                  \
        (even)->w[3][j] = a3;                                                  \
        (odd)->w[0][j] = b0;                                                   \
        (odd)->w[1][j] = b1;                                                   \
        (odd)->w[2][j] = b2;                                                   \
        (odd)->w[3][j] = b3;                                                   \
    } while (0)

/* The six rounds up to the swap of distance 32. From one place to another, as
   the next one: compilers vectorise these loops only if nothing else is stored
   there. */
static void six_rounds(half_state *restrict even, half_state *restrict odd,
                       const half_state *restrict even_in,
                       const half_state *restrict odd_in, int r)
{
    const word(*k)[2][4] = round_constants.w32 + r;
    int j;

    for (j = 0; j != 4; j++) {
        LOAD(even_in, odd_in);
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
        STORE(even, odd);
    }
}

/* The round up to the swap of distance 64. */
static void seventh_round(half_state *restrict even, half_state *restrict odd,
                          const half_state *restrict even_in,
                          const half_state *restrict odd_in, int r)
{
    const word(*k)[4] = round_constants.w32[r];
    int j;

    for (j = 0; j != 4; j++) {
        LOAD(even_in, odd_in);
        SUBSTITUTE_AND_MIX(k[0][j], k[1][j]);
        STORE(even, odd);
    }
}

/* The swap of distance 32 d: of lanes whose numbers differ by the bit d. */
static void exchange_lanes(half_state *odd, int d)
{
    half_state t = *odd;
    int i;

    for (i = 0; i < 4; i++) {
        odd->w[i][0] = t.w[i][d];
        odd->w[i][1] = t.w[i][1 ^ d];
        odd->w[i][2] = t.w[i][2 ^ d];
        odd->w[i][3] = t.w[i][3 ^ d];
    }
}

void e8(jh_state *h)
{
    half_state even, odd, even_t, odd_t;
    int r;

    split(&even, &odd, h);
    /* Twice seven rounds a turn: a loop that is used from two places is kept in
       a function of its own, and vectorised there. */
    for (r = 0; r < 42; r += 14) {
        six_rounds(&even_t, &odd_t, &even, &odd, r);
        exchange_lanes(&odd_t, 1);
        seventh_round(&even, &odd, &even_t, &odd_t, r + 6);
        exchange_lanes(&odd, 2);
        six_rounds(&even_t, &odd_t, &even, &odd, r + 7);
        exchange_lanes(&odd_t, 1);
        seventh_round(&even, &odd, &even_t, &odd_t, r + 13);
        exchange_lanes(&odd, 2);
    }
    join(h, &even, &odd);
}
