/* SPDX-License-Identifier: CC0-1.0 */

/* What the loops of opt32 of BLAKE2 and BLAKE3 go over: halves of four Gs on
   the rows v[0] to v[3] of the state, in round k. */

#include "blocks.h"

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
