/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Is the core ours, and is its clock steady? Checked before and after each
 * group of timings, because a virtual machine's core is shared by the
 * millisecond.
 */
#ifndef WATCH_H
#define WATCH_H

#include "clock.h"

#define WATCH_WINDOW 16

struct watch {
    struct clock clock;
    double pace; /* per core cycle, when nobody shares the core; 0: unknown */
    double patience; /* milliseconds that waiting and repeating may take */
    double spent;    /* of them, so far */

    /* The clock's latest readings: one alone is right to half a percent. */
    double ratio[WATCH_WINDOW];
    unsigned readings;
};

/* What was seen around a group. */
struct sight {
    struct clock_reading before, after;
    double drift;   /* the part by which the clock moved between these */
    long switched;  /* times the system took the CPU away meanwhile */
    double started; /* milliseconds, some clock */
};

void watch_open(struct watch *w, const struct counter *c, double step,
                double pace);

/* Waits until the core looks quiet, or patience ends. */
void watch_begin(struct watch *w, struct sight *s);

/* How often the system has taken the CPU away from this process so far. */
long watch_switches(void);

/* Nonzero when the group should be timed again: it was disturbed, switched so
   often, or its samples are uneven, and there is patience left. */
int watch_end(struct watch *w, struct sight *s, long switched, int uneven);

/* Core cycles per tick, of the latest readings; 0: unknown. */
double watch_ratio(const struct watch *w);

/* Prints the lines pace and clock of a group. */
void watch_print(const struct watch *w, const struct sight *s);

/* Prints the flags of a length of that group. */
void watch_print_flags(const struct watch *w, const struct sight *s,
                       unsigned long mlen);

#endif
