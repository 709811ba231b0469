/* SPDX-License-Identifier: CC0-1.0 */

/*
 * The system's clock, in nanoseconds: clock_gettime, any POSIX system.
 *
 * Who may read it: everybody.
 *
 * What is wrong with it: it is no cycle counter and has to be converted. It
 * costs from 20 nanoseconds to a system call, and its step is that of
 * whatever the kernel reads: 1 nanosecond at best, 40 where a timer of 25 MHz
 * is behind it, 10 milliseconds where none is. CLOCK_MONOTONIC_RAW, where
 * there is one, is not bent towards true time by NTP while we look.
 */

#include "counter.h"

#include <time.h>

#ifdef CLOCK_MONOTONIC_RAW
static const clockid_t id = CLOCK_MONOTONIC_RAW;
#else
static const clockid_t id = CLOCK_MONOTONIC;
#endif

static const char *monotonic_open(void)
{
    struct timespec t;

    return clock_gettime(id, &t) == 0 ? 0 : "clock_gettime";
}

static uint64_t monotonic_read(void)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

const struct counter counter_monotonic = {"monotonic", monotonic_open,
                                          monotonic_read, 0};
