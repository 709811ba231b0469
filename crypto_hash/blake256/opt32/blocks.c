/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE for machines with 32-bit registers. They have too few of them for the
   sixteen words of the state, more so for BLAKE-512, where each word takes two;
   unrolled rounds are mostly loads and stores, and many kilobytes long. Here a
   round is a short loop body over the four rows of the state, each step the
   same for all four columns. Where there are vector registers, one row
   fills one or two, and a compiler that vectorises straight-line code (clang
   does) keeps all of the state in them. What bounds it then is the chain of
   dependent operations, 28 a round and the turning of the rows. */

#include "blocks.h"
#include "halves.h"

#define ROTATE(x, n) ((x) >> (n) | (x) << (WORD_BITS - (n)))

/* The message word that each half G takes, and the constant that goes with it:
   first halves of the columns, second halves, the same for the diagonals. */
// clang-format off
#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    {s0, s2, s4, s6, s1, s3, s5, s7, s8, sa, sc, se, s9, sb, sd, sf},
static const unsigned char word_of[ROUNDS][16] = {SIGMA(ROW) SIGMA_AGAIN(ROW)};
#undef ROW

#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    {PI##s1, PI##s3, PI##s5, PI##s7, PI##s0, PI##s2, PI##s4, PI##s6, \
     PI##s9, PI##sb, PI##sd, PI##sf, PI##s8, PI##sa, PI##sc, PI##se},
static const word constant[ROUNDS][16] = {SIGMA(ROW) SIGMA_AGAIN(ROW)};
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
        v[0][i] += m[word_of[k][(first) + i]] ^ constant[k][(first) + i];      \
        v[0][i] += *b;                                                         \
        *d = ROTATE(*d ^ v[0][i], r);                                          \
        *c += *d;                                                              \
        *b = ROTATE(*b ^ *c, s);                                               \
    }

/* Not a loop: clang would gather BLAKE-512's words into vectors byte by byte.
 */
static inline void load_four(word m[4], const unsigned char *in)
{
    m[0] = load_be(in);
    m[1] = load_be(in + WORD_BYTES);
    m[2] = load_be(in + 2 * WORD_BYTES);
    m[3] = load_be(in + 3 * WORD_BYTES);
}

void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes)
{
    do {
        const word t0 = (word)(bytes << 3);
        const word t1 = (word)(bytes >> (WORD_BITS - 3));
        word v[4][4] = {{h[0], h[1], h[2], h[3]},
                        {h[4], h[5], h[6], h[7]},
                        {PI0, PI1, PI2, PI3},
                        {t0 ^ PI4, t0 ^ PI5, t1 ^ PI6, t1 ^ PI7}};
        word m[16];

        load_four(m, in);
        load_four(m + 4, in + 4 * WORD_BYTES);
        load_four(m + 8, in + 8 * WORD_BYTES);
        load_four(m + 12, in + 12 * WORD_BYTES);

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

        in += STRIDE;
        bytes += BLOCK_BYTES;
    } while (--count);
}
