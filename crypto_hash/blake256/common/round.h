/* SPDX-License-Identifier: CC0-1.0 */

/* A round of BLAKE with a row of the state as a vector (row.h), so that an
   operation does all four columns or all four diagonals. What bounds it is the
   chain of dependent operations: add, xor, rotate, add, xor, rotate in each
   half of G (rotations.h says how long). Nothing else is to lengthen it. So row
   b, which ends each G and begins the next, stays where it is, and the other
   three turn against it; and the message is added to a before b is known. */

#include "blocks.h"
#include "rotations.h"

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
