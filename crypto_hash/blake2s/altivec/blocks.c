/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2 in AltiVec, with BLAKE's rows (row.h). As in blake256/altivec row b
   stays where it is and the other three turn against it, and vperm takes four
   words of the message from any of eight, with tables that let the rounds be a
   loop. BLAKE2 has no constants to add. Its words come least significant byte
   first, so the bytes of a block change their places once (load_little). */

#include "blocks.h"
#include "row.h"

/* A row from four words with the least significant byte first */
#if WORD_BYTES == 4
static inline row load_little(const unsigned char *p)
{
    const bytes reversed = {3,  2,  1, 0, 7,  6,  5,  4,
                            11, 10, 9, 8, 15, 14, 13, 12};
    const row x = load_row(p);

    return vec_perm(x, x, reversed);
}
#else
static inline row load_little(const unsigned char *p)
{
    const bytes high = {7,  6,  5,  4,  15, 14, 13, 12,
                        23, 22, 21, 20, 31, 30, 29, 28};
    const bytes low = {3,  2,  1,  0,  11, 10, 9,  8,
                       19, 18, 17, 16, 27, 26, 25, 24};
    words x[2];

    memcpy(x, p, sizeof x);
    return (row){vec_perm(x[0], x[1], high), vec_perm(x[0], x[1], low)};
}
#endif

/* The words of the message that go with a, as bytes of the block's halves. The
   diagonals are in the order of b: that of b0 first, which is the last one. In
   either half of a round the first is added to a before a turns. */
// clang-format off
#define W(i) 4 * (i), 4 * (i) + 1, 4 * (i) + 2, 4 * (i) + 3
#define FOUR(i, j, k, l) {W(i), W(j), W(k), W(l)},
#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    FOUR(s6, s0, s2, s4) FOUR(s1, s3, s5, s7) \
    FOUR(s8, sa, sc, se) FOUR(sf, s9, sb, sd)
static const bytes word_of[4 * ROUNDS] = {SIGMA(ROW)};
// clang-format on

/* What is left of half of four Gs. */
#define HALF_G(first, second)                                                  \
    do {                                                                       \
        a = add(a, b);                                                         \
        d = rotate(exor(d, a), first);                                         \
        c = add(c, d);                                                         \
        b = rotate(exor(b, c), second);                                        \
    } while (0)

void blocks(word h[8], const unsigned char *in, unsigned long long count,
            unsigned long long bytes_before, word last)
{
    const row c0 = FOUR_WORDS(IV0, IV1, IV2, IV3);
    const row c4 = FOUR_WORDS(IV4, IV5, IV6, IV7);
    row h0 = load_row(h), h4 = load_row(h + 4);

    do {
        const word t0 = (word)bytes_before;
        const word t1 = WORD_BITS == 32 ? (word)(bytes_before >> 32) : 0;
        const word none = 0;
        const row t = FOUR_WORDS(t0, t1, last, none);
        const row m[4] = {load_little(in), load_little(in + 4 * WORD_BYTES),
                          load_little(in + 8 * WORD_BYTES),
                          load_little(in + 12 * WORD_BYTES)};
        row a = turn(h0, 3), b = h4, c = c0, d = exor(c4, t);

        for (int i = 0; i < 4 * ROUNDS; i += 4) {
            a = turn(add(a, four_of(m, word_of[i])), 1);
            HALF_G(R1, R2);
            a = add(a, four_of(m, word_of[i + 1]));
            HALF_G(R3, R4);
            c = turn(c, 1);
            d = turn(d, 2);

            a = turn(add(a, four_of(m, word_of[i + 2])), 3);
            HALF_G(R1, R2);
            a = add(a, four_of(m, word_of[i + 3]));
            HALF_G(R3, R4);
            c = turn(c, 3);
            d = turn(d, 2);
        }

        h0 = exor(h0, exor(turn(a, 1), c));
        h4 = exor(h4, exor(b, d));
        in += BLOCK_BYTES;
        bytes_before += BLOCK_BYTES;
    } while (--count);

    store_row(h, h0);
    store_row(h + 4, h4);
}
