/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The rounds of Keccak-f[1600] on words of 64 bits, or on vectors of them, lane
 * by lane of several states: two rounds an iteration, from the state a to the
 * state e and back, so that pi is the choice of names and moves nothing. The
 * column parities that theta needs are summed while chi of the round before
 * makes the lanes, which spares a pass over the state. (The Keccak
 * implementation overview, version 3.2, has both ideas.)
 *
 * Before this is included: the type word, rol(word, int), CONSTANT(n), a number
 * as a word, and, where they are not what is here, those of ternary.h, and
 * LANE.
 */
#ifndef ROUNDS_H
#define ROUNDS_H

#include "constants.h"
#include "params.h"

#ifndef CHI
#define CHI(b0, b1, b2) ((b0) ^ (~(b1) & (b2)))
#endif

/* From the parities c of the columns what theta adds to them, d */
#ifndef THETA
#define THETA(a)                                                               \
    do {                                                                       \
        d[0] = c[4] ^ rol(c[1], 1);                                            \
        d[1] = c[0] ^ rol(c[2], 1);                                            \
        d[2] = c[1] ^ rol(c[3], 1);                                            \
        d[3] = c[2] ^ rol(c[4], 1);                                            \
        d[4] = c[3] ^ rol(c[0], 1);                                            \
        c[0] = c[1] = c[2] = c[3] = c[4] = CONSTANT(0);                        \
    } while (0)
#define ADDED(w, x) ((w) ^ d[x])
#define COUNT(sum, w) ((sum) ^= (w))
#endif

/* The lane (x, y) of a after theta and rho: a rotation by n */
#ifndef LANE
#define LANE(a, x, y, n) rol(ADDED((a)[(x) + 5 * (y)], x), n)
#endif

/* chi of the row b0 to b4 into e; c adds up the columns. */
static inline void chi(word e[5], word c[5], word b0, word b1, word b2, word b3,
                       word b4)
{
    COUNT(c[0], e[0] = CHI(b0, b1, b2));
    COUNT(c[1], e[1] = CHI(b1, b2, b3));
    COUNT(c[2], e[2] = CHI(b2, b3, b4));
    COUNT(c[3], e[3] = CHI(b3, b4, b0));
    COUNT(c[4], e[4] = CHI(b4, b0, b1));
}

/* One round from a to e. c holds the parities of a's columns, then of e's. */
#define ROUND(e, a, rc)                                                        \
    do {                                                                       \
        THETA(a);                                                              \
        chi(e, c, ADDED((a)[0], 0), LANE(a, 1, 1, 44), LANE(a, 2, 2, 43),      \
            LANE(a, 3, 3, 21), LANE(a, 4, 4, 14));                             \
        (e)[0] ^= (rc);                                                        \
        COUNT(c[0], rc);                                                       \
        chi((e) + 5, c, LANE(a, 3, 0, 28), LANE(a, 4, 1, 20),                  \
            LANE(a, 0, 2, 3), LANE(a, 1, 3, 45), LANE(a, 2, 4, 61));           \
        chi((e) + 10, c, LANE(a, 1, 0, 1), LANE(a, 2, 1, 6),                   \
            LANE(a, 3, 2, 25), LANE(a, 4, 3, 8), LANE(a, 0, 4, 18));           \
        chi((e) + 15, c, LANE(a, 4, 0, 27), LANE(a, 0, 1, 36),                 \
            LANE(a, 1, 2, 10), LANE(a, 2, 3, 15), LANE(a, 3, 4, 56));          \
        chi((e) + 20, c, LANE(a, 2, 0, 62), LANE(a, 3, 1, 55),                 \
            LANE(a, 4, 2, 39), LANE(a, 0, 3, 41), LANE(a, 1, 4, 2));           \
    } while (0)

/* Where more than two rounds an iteration are wanted, a pragma before the loop */
#ifndef UNROLLED
#define UNROLLED
#endif

/* a, with its parities in c, after all rounds; e and d are room. */
#define PERMUTE(a, e, c, d)                                                    \
    do {                                                                       \
        UNROLLED for (int round = 24 - ROUNDS; round < 24; round += 2) {       \
            ROUND(e, a, CONSTANT(round_constant[round]));                      \
            ROUND(a, e, CONSTANT(round_constant[round + 1]));                  \
        }                                                                      \
    } while (0)

#define PARITY(x) (a[x] ^ a[(x) + 5] ^ a[(x) + 10] ^ a[(x) + 15] ^ a[(x) + 20])

/* Not a loop: with no variable index, a and e are variables, not memory. */
#define EACH_LANE(DO)                                                          \
    do {                                                                       \
        EACH_OF_ROW(DO, 0);                                                    \
        EACH_OF_ROW(DO, 1);                                                    \
        EACH_OF_ROW(DO, 2);                                                    \
        EACH_OF_ROW(DO, 3);                                                    \
        EACH_OF_ROW(DO, 4);                                                    \
    } while (0)

#define EACH_OF_ROW(DO, y)                                                     \
    do {                                                                       \
        DO(5 * (y));                                                           \
        DO(5 * (y) + 1);                                                       \
        DO(5 * (y) + 2);                                                       \
        DO(5 * (y) + 3);                                                       \
        DO(5 * (y) + 4);                                                       \
    } while (0)

#endif
