/* SPDX-License-Identifier: CC0-1.0 */
/* Step 3 of FIPS 180-4, sections 6.2.2 and 6.4.2, eight times, without moving
 * a variable: what would move to the next letter is passed as that letter. */

#ifndef EIGHT_STEPS_H
#define EIGHT_STEPS_H

/* KW(i) is K[t] + W[t] of step i, STEP the implementation's. */
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

#endif
