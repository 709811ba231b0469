/* SPDX-License-Identifier: CC0-1.0 */
/* A step of eight_steps.h. Of Ch and Maj's several forms these need the fewest
 * operations: the b ^ c of Maj is the a ^ b of the step before, which bc brings
 * along. A sum takes its late terms last, for e is what the next step waits
 * for: only Sigma1, h and d are to be added between one e and the next. */

#ifndef STEP_H
#define STEP_H

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
