/* SPDX-License-Identifier: CC0-1.0 */
/* Step 3 of FIPS 180-4, sections 6.2.2 and 6.4.2, eight times, without moving
 * a variable: what would move to the next letter is passed as that letter. And
 * one block in the memory of sixteen words. */

#ifndef STEPS_H
#define STEPS_H

#include "constants.inc"
#include "sha2.h"

/* A step, and the variable CARRIED from one to the next. Of Ch and Maj's
 * several forms these need the fewest operations: the b ^ c of Maj is the a ^ b
 * of the step before, which bc brings along. A sum takes its late terms last,
 * for e is what the next step waits for: only Sigma1, h and d are to be added
 * between one e and the next. */
#ifndef STEP
#define CARRIED word bc = b ^ c
#define STEP(a, b, c, d, e, f, g, h, kw)                                       \
    do {                                                                       \
        word ab = a ^ b;                                                       \
        h += (kw);                                                             \
        h += g ^ (e & (f ^ g));                                                \
        h += Sigma1(e);                                                        \
        d += h;                                                                \
        h += Sigma0(a);                                                        \
        h += b ^ (ab & bc);                                                    \
        bc = ab;                                                               \
    } while (0)
#endif

/* KW(i) is K[t] + W[t] of step i. */
#define EIGHT_STEPS(KW)                                                        \
    do {                                                                       \
        STEP(a, b, c, d, e, f, g, h, KW(0));                                   \
        STEP(h, a, b, c, d, e, f, g, KW(1));                                   \
        STEP(g, h, a, b, c, d, e, f, KW(2));                                   \
        STEP(f, g, h, a, b, c, d, e, KW(3));                                   \
        STEP(e, f, g, h, a, b, c, d, KW(4));                                   \
        STEP(d, e, f, g, h, a, b, c, KW(5));                                   \
        STEP(c, d, e, f, g, h, a, b, KW(6));                                   \
        STEP(b, c, d, e, f, g, h, a, KW(7));                                   \
    } while (0)

/* Step 4 of those sections */
#define ADD_TO(state)                                                          \
    do {                                                                       \
        state[0] += a;                                                         \
        state[1] += b;                                                         \
        state[2] += c;                                                         \
        state[3] += d;                                                         \
        state[4] += e;                                                         \
        state[5] += f;                                                         \
        state[6] += g;                                                         \
        state[7] += h;                                                         \
    } while (0)

/* W[t] takes the place of W[t - 16] in the step that uses it. */
#define FIRST(i) (K[i] + (w[i] = load_be(in + WORD_BITS / 8 * (i))))
#define FIRST8(i) FIRST(8 + (i))
#define NEXT(i)                                                                \
    (K[t + (i)] + (w[i] += sigma1(w[((i) + 14) & 15]) + w[((i) + 9) & 15] +    \
                           sigma0(w[((i) + 1) & 15])))
#define NEXT8(i) NEXT(8 + (i))

static inline void one_block(word state[8], const unsigned char *in)
{
    word a = state[0], b = state[1], c = state[2], d = state[3];
    word e = state[4], f = state[5], g = state[6], h = state[7];
    word w[16];
    CARRIED;
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
