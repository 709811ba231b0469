/* SPDX-License-Identifier: CC0-1.0 */
#ifndef COUNTER_H
#define COUNTER_H

/*
 * A counter of cycles, or of something that can stand for cycles. Each one is
 * a file cpucycles/NAME.c; cpucycles/options says which are tried, in which
 * order, on which ABI.
 */

#include <stdint.h>

struct counter {
    const char *name; /* as in options: x86-tsc */

    /* Makes the counter ready. Returns 0, or what is missing; then errno says
       why, unless it is 0. */
    const char *(*open)(void);

    /* The number of ticks since some fixed moment, only after open. Modulo
       2^64; a counter of 32 bits is widened, and then true as long as it is
       read twice within 2^31 ticks. May trap where counter_fits said no. */
    uint64_t (*read)(void);

    /* Nonzero: a tick is a cycle of the core that runs this thread, so cycles
       are read off. Zero: a tick is some other time, to be converted. */
    int is_core_clock;
};

struct counter_report {
    char refused[120]; /* why the counter cannot be used; "" when it can */
    double step;       /* ticks; what differences are multiples of */
    double cost;       /* ticks; one reading in a row of readings */
};

/* Widens a counter of 32 bits that now reads low, and read before at wide. */
static inline uint64_t counter_widen(uint64_t wide, uint32_t low)
{
    uint32_t step = low - (uint32_t)wide;

    return wide + step - ((uint64_t)(step >> 31) << 32); /* step is signed */
}

/* The counters compiled in, in the order of options; ends with 0. */
extern const struct counter *const counters[];

/* Opens c and examines it for some milliseconds: 1 when it may be used. */
int counter_fits(const struct counter *c, struct counter_report *report);

/* The first counter that fits, or the one called only (may be 0) if it fits.
   Returns 0 when there is none; report then tells about the last one tried. */
const struct counter *counter_choose(const char *only,
                                     struct counter_report *report);

/* Ticks per second by the system's clock, looked at for so long. */
double counter_persecond(const struct counter *c, double seconds);

#endif
