/* SPDX-License-Identifier: CC0-1.0 */
/* A step of eight_steps.h in 32-bit halves. Of a 64-bit rotation each half is
 * two shifts; the six of a Sigma are disjoint in pairs, so one chain of xors
 * joins them all. That spares the double shift (shld), slow on AMD's machines,
 * which compilers make of a rotation they see. Sums stay 64-bit: add and adc.
 * Maj is the form that keeps nothing for the next step: sixteen halves are more
 * than there are registers already. */

#ifndef STEP_H
#define STEP_H

static inline word join(uint32_t high, uint32_t low)
{
    return (word)high << 32 | low;
}

static inline word Sigma0_halves(word x)
{
    uint32_t h = (uint32_t)(x >> 32), l = (uint32_t)x;

    return join(h >> 28 ^ l << 4 ^ l >> 2 ^ h << 30 ^ l >> 7 ^ h << 25,
                l >> 28 ^ h << 4 ^ h >> 2 ^ l << 30 ^ h >> 7 ^ l << 25);
}

static inline word Sigma1_halves(word x)
{
    uint32_t h = (uint32_t)(x >> 32), l = (uint32_t)x;

    return join(h >> 14 ^ l << 18 ^ h >> 18 ^ l << 14 ^ l >> 9 ^ h << 23,
                l >> 14 ^ h << 18 ^ l >> 18 ^ h << 14 ^ h >> 9 ^ l << 23);
}

#define STEP(a, b, c, d, e, f, g, h, kw)                                       \
    do {                                                                       \
        h += (kw);                                                             \
        h += g ^ (e & (f ^ g));                                                \
        h += Sigma1_halves(e);                                                 \
        d += h;                                                                \
        h += Sigma0_halves(a);                                                 \
        h += (a & b) | (c & (a | b));                                          \
    } while (0)

#endif
