/* SPDX-License-Identifier: CC0-1.0 */
#ifndef CLOCK_H
#define CLOCK_H

/*
 * Two probes of the core we run on, to be taken beside what is timed: how fast
 * its clock goes against the counter, and whether we have it for ourselves.
 */

#include "counter.h"

struct clock {
    const struct counter *counter;
    int chain_rounds, pace_rounds; /* a burst is this long */
    double overhead;               /* ticks an empty burst takes */
};

struct clock_reading {
    double ratio; /* core cycles per tick; 0: unknown on this machine */
    double pace;  /* operations per tick where independent ones compete */
};

/* c is one that counter_choose returned, step what it reported. */
void clock_open(struct clock *k, const struct counter *c, double step);

struct clock_reading clock_read(const struct clock *k);

/* The parts of clock_read. */
double clock_chain(const struct clock *k);
double clock_pace(const struct clock *k);

#endif
