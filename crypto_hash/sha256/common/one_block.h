/* SPDX-License-Identifier: CC0-1.0 */
/* One block in the memory of sixteen words: W[t] takes the place of W[t - 16]
 * in the step that uses it. */

#ifndef ONE_BLOCK_H
#define ONE_BLOCK_H

#include "constants.h"
#include "eight_steps.h"
#include "sha2.h"
#include "step.h"

#define FIRST(i) (K[i] + (w[i] = load_be(in + WORD_BITS / 8 * (i))))
#define FIRST8(i) FIRST(8 + (i))
#define NEXT(i)                                                                \
    (K[t + (i)] + (w[i] += sigma1(w[((i) + 14) & 15]) + w[((i) + 9) & 15] +    \
                           sigma0(w[((i) + 1) & 15])))
#define NEXT8(i) NEXT(8 + (i))

static void one_block(word state[8], const unsigned char *in)
{
    word a = state[0], b = state[1], c = state[2], d = state[3];
    word e = state[4], f = state[5], g = state[6], h = state[7];
    word w[16], bc = b ^ c;
    int t;

    EIGHT_STEPS(FIRST);
    EIGHT_STEPS(FIRST8);
    for (t = 16; t < ROUNDS; t += 16) {
        EIGHT_STEPS(NEXT);
        EIGHT_STEPS(NEXT8);
    }
    ADD_TO(state);
}

#undef FIRST
#undef FIRST8
#undef NEXT
#undef NEXT8

#endif
