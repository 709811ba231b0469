/* SPDX-License-Identifier: CC0-1.0 */

/*
 * The time base of PowerPC, 64 bits; in 32-bit mode two halves.
 *
 * Who may read it: everybody.
 *
 * What is wrong with it: it is time, not cycles, and has to be converted. It
 * goes at 25 to 42 MHz on the Macintoshes and at 512 MHz since POWER6, so that
 * a tick is 4 to 60 cycles. The halves are read high, low, high, until no
 * carry came between.
 */

#include "counter.h"

#if defined(__powerpc__) || defined(__powerpc64__)

static const char *timebase_open(void) { return 0; }

#if defined(__powerpc64__)

static uint64_t timebase_read(void)
{
    uint64_t now;

    __asm__ volatile("mftb %0" : "=r"(now));
    return now;
}

#else

static uint64_t timebase_read(void)
{
    uint32_t high, low, again;

    do {
        __asm__ volatile("mftbu %0\n\tmftb %1\n\tmftbu %2"
                         : "=&r"(high), "=&r"(low), "=r"(again));
    } while (high != again);
    return (uint64_t)high << 32 | low;
}

#endif

const struct counter counter_ppc_timebase = {"ppc-timebase", timebase_open,
                                             timebase_read, 0};

#endif
