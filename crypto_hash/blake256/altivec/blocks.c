/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE with a row of the state as a vector (row.h), so that an operation does
   all four columns or all four diagonals. Row b, which ends each G and begins
   the next, stays where it is, and the other three turn against it. vperm takes
   four words from any of eight: the block's first half and its second give two
   candidates for each, and a comparison says which. All a round needs to know
   comes from tables, so the rounds are a loop.
   Floor of BLAKE-256: a round is 34 operations, and 7 for each four words of
   the message with their constants: 13.6 instructions a byte. */

#include "blocks.h"
#include "row.h"

/* The words of the message that go with a, as bytes of the block's halves, and
   the constants. The diagonals are in the order of b: that of b0 first, which
   is the last one. In either half of a round the first is added to a before a
   turns. */
// clang-format off
#define W(i) 4 * (i), 4 * (i) + 1, 4 * (i) + 2, 4 * (i) + 3
#define FOUR(i, j, k, l) {W(i), W(j), W(k), W(l)},
#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    FOUR(s6, s0, s2, s4) FOUR(s1, s3, s5, s7) \
    FOUR(s8, sa, sc, se) FOUR(sf, s9, sb, sd)
static const bytes word_of[4 * ROUNDS] = {SIGMA(ROW) SIGMA_AGAIN(ROW)};
#undef ROW
#undef FOUR

#define FOUR(i, j, k, l) FOUR_WORDS(PI##i, PI##j, PI##k, PI##l),
#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    FOUR(s7, s1, s3, s5) FOUR(s0, s2, s4, s6) \
    FOUR(s9, sb, sd, sf) FOUR(se, s8, sa, sc)
static const row constant[4 * ROUNDS] = {SIGMA(ROW) SIGMA_AGAIN(ROW)};
// clang-format on

#define ADD_MESSAGE(i) a = add(a, exor(four_of(m, word_of[i]), constant[i]))

/* What is left of half of four Gs. */
#define HALF_G(first, second)                                                  \
    do {                                                                       \
        a = add(a, b);                                                         \
        d = rotate(exor(d, a), first);                                         \
        c = add(c, d);                                                         \
        b = rotate(exor(b, c), second);                                        \
    } while (0)

void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long end)
{
    const row c0 = FOUR_WORDS(PI0, PI1, PI2, PI3);
    const row c4 = FOUR_WORDS(PI4, PI5, PI6, PI7);
    row h0 = load_row(h), h4 = load_row(h + 4);

    do {
        const word t0 = (word)(end << 3);
        const word t1 = (word)(end >> (WORD_BITS - 3));
        const row t = FOUR_WORDS(t0, t0, t1, t1);
        const row m[4] = {load_row(in), load_row(in + 4 * WORD_BYTES),
                          load_row(in + 8 * WORD_BYTES),
                          load_row(in + 12 * WORD_BYTES)};
        row a = turn(h0, 3), b = h4, c = c0, d = exor(c4, t);

        for (int i = 0; i < 4 * ROUNDS; i += 4) {
            ADD_MESSAGE(i);
            a = turn(a, 1);
            HALF_G(R1, R2);
            ADD_MESSAGE(i + 1);
            HALF_G(R3, R4);
            c = turn(c, 1);
            d = turn(d, 2);

            ADD_MESSAGE(i + 2);
            a = turn(a, 3);
            HALF_G(R1, R2);
            ADD_MESSAGE(i + 3);
            HALF_G(R3, R4);
            c = turn(c, 3);
            d = turn(d, 2);
        }

        h0 = exor(h0, exor(turn(a, 1), c));
        h4 = exor(h4, exor(b, d));
        in += BLOCK_BYTES;
        end += BLOCK_BYTES;
    } while (--count);

    store_row(h, h0);
    store_row(h + 4, h4);
}
