/* SPDX-License-Identifier: CC0-1.0 */

/* A round in three forms: of BLAKE, BLAKE2 and BLAKE3 with a row of the state
   as a vector; of BLAKE2 and BLAKE3 with a word of it as a variable; and with a
   word of many states as a vector. */

#include "blocks.h"

/* With a row of the state as a vector (rotations.h, row.h), so that an
   operation does all four columns or all four diagonals. What bounds it is the
   chain of dependent operations: add, xor, rotate, add, xor, rotate in each
   half of G (rotations.h says how long). Nothing else is to lengthen it. So row
   b, which ends each G and begins the next, stays where it is, and the other
   three turn against it; and the message is added to a before b is known. */

/* Half of four Gs. The sum with x is turned by n, if only by 0: gcc would
   otherwise add b first, or to x, and so put a second addition on the chain. */
#define HALF_G(n, x, first, second)                                            \
    a = add(turn(add(a, x), n), b);                                            \
    d = first(d, a);                                                           \
    c = add(c, d);                                                             \
    b = second(b, c);

#ifdef PI0
#define X(s0, s1, s2, s3, c0, c1, c2, c3)                                      \
    exor(four_of_message(m + (s0), m + (s1), m + (s2), m + (s3)),              \
         four_words(PI##c0, PI##c1, PI##c2, PI##c3))
#else /* BLAKE2 and BLAKE3 left the constants out */
#define X(s0, s1, s2, s3, c0, c1, c2, c3)                                      \
    four_of_message(m + (s0), m + (s1), m + (s2), m + (s3))
#endif

/* The diagonals in the order of b: that of b0 first, which is the last one. x
   is added to a of the columns there and to a of the diagonals here. */
#define ROUND(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se,   \
              sf)                                                              \
    HALF_G(1, X(s6, s0, s2, s4, s7, s1, s3, s5), rotate_1, rotate_2)           \
    HALF_G(0, X(s1, s3, s5, s7, s0, s2, s4, s6), rotate_3, rotate_4)           \
    c = turn(c, 1);                                                            \
    d = turn(d, 2);                                                            \
    HALF_G(3, X(s8, sa, sc, se, s9, sb, sd, sf), rotate_1, rotate_2)           \
    HALF_G(0, X(sf, s9, sb, sd, se, s8, sa, sc), rotate_3, rotate_4)           \
    c = turn(c, 3);                                                            \
    d = turn(d, 2);

/* With the sixteen words of the state in variables v0 to v15. */

#define ROTATE_WORD(x, n) ((x) >> (n) | (x) << (WORD_BITS - (n)))

#define HALF_OF_WORDS(a, b, c, d, x, r, s)                                     \
    (a) += (x);                                                                \
    (a) += (b);                                                                \
    (d) = ROTATE_WORD((d) ^ (a), r);                                           \
    (c) += (d);                                                                \
    (b) = ROTATE_WORD((b) ^ (c), s);

/* Two Gs go through both halves before the other two do their second: with
   sixteen registers fewer words wait in memory that way. */
#define FOUR_OF_WORDS(a0, b0, c0, d0, a1, b1, c1, d1, a2, b2, c2, d2, a3, b3,  \
                      c3, d3, s0, s1, s2, s3, s4, s5, s6, s7)                  \
    HALF_OF_WORDS(a0, b0, c0, d0, m[s0], R1, R2)                               \
    HALF_OF_WORDS(a1, b1, c1, d1, m[s2], R1, R2)                               \
    HALF_OF_WORDS(a2, b2, c2, d2, m[s4], R1, R2)                               \
    HALF_OF_WORDS(a3, b3, c3, d3, m[s6], R1, R2)                               \
    HALF_OF_WORDS(a2, b2, c2, d2, m[s5], R3, R4)                               \
    HALF_OF_WORDS(a3, b3, c3, d3, m[s7], R3, R4)                               \
    HALF_OF_WORDS(a1, b1, c1, d1, m[s3], R3, R4)                               \
    HALF_OF_WORDS(a0, b0, c0, d0, m[s1], R3, R4)

#define ROUND_OF_WORDS(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc,  \
                       sd, se, sf)                                             \
    FOUR_OF_WORDS(v0, v4, v8, v12, v1, v5, v9, v13, v2, v6, v10, v14, v3, v7,  \
                  v11, v15, s0, s1, s2, s3, s4, s5, s6, s7)                    \
    FOUR_OF_WORDS(v0, v5, v10, v15, v1, v6, v11, v12, v2, v7, v8, v13, v3, v4, \
                  v9, v14, s8, s9, sa, sb, sc, sd, se, sf)

/* With word i of each of many states in a vector v[i] (lanes.h). */

#define HALF_OF_LANES(a, b, c, d, x, first, second)                            \
    v[a] = add(add(v[a], m[x]), v[b]);                                         \
    v[d] = first(v[d], v[a]);                                                  \
    v[c] = add(v[c], v[d]);                                                    \
    v[b] = second(v[b], v[c]);

#define FOUR_OF_LANES(b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, s0, s1,  \
                      s2, s3, s4, s5, s6, s7)                                  \
    HALF_OF_LANES(0, b0, c0, d0, s0, rotate_1, rotate_2)                       \
    HALF_OF_LANES(1, b1, c1, d1, s2, rotate_1, rotate_2)                       \
    HALF_OF_LANES(2, b2, c2, d2, s4, rotate_1, rotate_2)                       \
    HALF_OF_LANES(3, b3, c3, d3, s6, rotate_1, rotate_2)                       \
    HALF_OF_LANES(0, b0, c0, d0, s1, rotate_3, rotate_4)                       \
    HALF_OF_LANES(1, b1, c1, d1, s3, rotate_3, rotate_4)                       \
    HALF_OF_LANES(2, b2, c2, d2, s5, rotate_3, rotate_4)                       \
    HALF_OF_LANES(3, b3, c3, d3, s7, rotate_3, rotate_4)

#define ROUND_OF_LANES(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc,  \
                       sd, se, sf)                                             \
    FOUR_OF_LANES(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, s0, s1, s2, s3,    \
                  s4, s5, s6, s7)                                              \
    FOUR_OF_LANES(5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14, s8, s9, sa, sb,    \
                  sc, sd, se, sf)
