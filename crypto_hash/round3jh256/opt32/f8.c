/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH on words of 32 bits, in four lanes. The swaps of distance 32
 * and 64 only exchange lanes of the odd words, so the lanes go through six
 * rounds without meeting: a loop whose body has eight words, against 16
 * for halves of 64 bits, which a 32-bit machine can better hold in its
 * registers, and which a compiler that vectorises runs in vectors of 128 bits.
 */
#include "jh.h"
#include <string.h>

typedef uint32_t word;

#include "constants.h"
#include "round.h"

#define LOAD(h)                                                                \
    word a0 = (h)->w32[0][j], a1 = (h)->w32[2][j];                             \
    word a2 = (h)->w32[4][j], a3 = (h)->w32[6][j];                             \
    word b0 = (h)->w32[1][j], b1 = (h)->w32[3][j];                             \
    word b2 = (h)->w32[5][j], b3 = (h)->w32[7][j]

#define STORE(h)                                                               \
    do {                                                                       \
        (h)->w32[0][j] = a0;                                                   \
        (h)->w32[1][j] = b0;                                                   \
        (h)->w32[2][j] = a1;                                                   \
        (h)->w32[3][j] = b1;                                                   \
        (h)->w32[4][j] = a2;                                                   \
        (h)->w32[5][j] = b2;                                                   \
        (h)->w32[6][j] = a3;                                                   \
        (h)->w32[7][j] = b3;                                                   \
    } while (0)

static void six_rounds(jh_state *restrict y, const jh_state *restrict x, int r)
{
    const word(*k)[2][4] = round_constants.w32 + r;
    int j;

    for (j = 0; j < 4; j++) {
        LOAD(x);
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
        STORE(y);
    }
}

static void seventh_round(jh_state *restrict y, const jh_state *restrict x,
                          int r)
{
    const word(*k)[4] = round_constants.w32[r];
    int j;

    for (j = 0; j < 4; j++) {
        LOAD(x);
        SUBSTITUTE_AND_MIX(k[0][j], k[1][j]);
        STORE(y);
    }
}

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
    for (r = 0; r < 42; r += 7) {
        six_rounds(&t, h, r);
        exchange_lanes(&t, 1);
        seventh_round(h, &t, r + 6);
        exchange_lanes(h, 2);
    }
    for (i = 0; i < 16; i++)
        h->w32[i / 4 + 4][i % 4] ^= m.w32[i / 4][i % 4];
}
