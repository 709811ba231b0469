/* SPDX-License-Identifier: CC0-1.0 */
#ifndef CLOCK_H
#define CLOCK_H

/*
 * Two probes of the core we run on, to be taken beside timings: how fast its
 * clock goes against the counter, and whether another thread uses the core.
 */

#include "counter.h"

struct clock {
    const struct counter *counter;
    int chain_rounds, pace_rounds; /* so long is a probe */
};

struct clock_reading {
    double ratio; /* core cycles per tick; 0: unknown on this machine */
    double pace;  /* instructions per tick, when they wait for nothing */
};

/* c is one that counter_fits likes, step what it reported. */
void clock_open(struct clock *k, const struct counter *c, double step);

/* Both probes, one after the other. pace / ratio is per core cycle. */
struct clock_reading clock_read(const struct clock *k);

#endif
