/* SPDX-License-Identifier: CC0-1.0 */

/* The message words of all rounds, for opt64. Each round takes every word once,
   xor one constant: in the message's own order that is sixteen independent
   operations on neighbours, which compilers turn into vector code, while the
   order of the round would need a gather. */

#include "prepare.h"

/* G xors each word of a pair with the constant of the other's number. */
// clang-format off
#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    {[s0] = PI##s1, [s1] = PI##s0, [s2] = PI##s3, [s3] = PI##s2, \
     [s4] = PI##s5, [s5] = PI##s4, [s6] = PI##s7, [s7] = PI##s6, \
     [s8] = PI##s9, [s9] = PI##s8, [sa] = PI##sb, [sb] = PI##sa, \
     [sc] = PI##sd, [sd] = PI##sc, [se] = PI##sf, [sf] = PI##se},
// clang-format on

static const word c[10][16] = {SIGMA(ROW)};

void prepare(word x[10][16], const unsigned char *in)
{
    word m[16];

    for (int i = 0; i < 16; i++)
        m[i] = load_be(in + WORD_BYTES * i);
    for (int r = 0; r < 10; r++)
        for (int i = 0; i < 16; i++)
            x[r][i] = m[i] ^ c[r][i];
}
