/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2's opt32, a block at a time and with the flag of a last node: a round
   is a short loop body over the four rows of the state, each step the same for
   all four columns. A round is 112 operations on words and 16 loads. */

#include "tree.h"

#define ROTATE(x, n) ((x) >> (n) | (x) << (WORD_BITS - (n)))

/* The message word that each half G takes: first halves of the columns, second
   halves, the same for the diagonals. */
// clang-format off
#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    {s0, s2, s4, s6, s1, s3, s5, s7, s8, sa, sc, se, s9, sb, sd, sf},
static const unsigned char word_of[ROUNDS][16] = {SIGMA(ROW)};
#undef ROW
// clang-format on

/* Half of four Gs, on the columns (turn = 0) or the diagonals (turn = 1), which
   are the columns when row k is turned left by k. */
#define HALF_G(first, turn, r, s)                                              \
    for (int i = 0; i < 4; i++) {                                              \
        word *const b = v[1] + (i + (turn)) % 4;                               \
        word *const c = v[2] + (i + 2 * (turn)) % 4;                           \
        word *const d = v[3] + (i + 3 * (turn)) % 4;                           \
                                                                               \
        v[0][i] += m[word_of[k][(first) + i]];                                 \
        v[0][i] += *b;                                                         \
        *d = ROTATE(*d ^ v[0][i], r);                                          \
        *c += *d;                                                              \
        *b = ROTATE(*b ^ *c, s);                                               \
    }

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
