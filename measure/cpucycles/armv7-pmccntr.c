/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Core cycles on ARMv7 and ARMv8 in 32-bit mode: PMCCNTR of the performance
 * monitors, cp15 c9 c13 0, 32 bits wide.
 *
 * Who may read it: nobody by default (SIGILL). The owner loads a kernel module
 * that sets PMUSERENR.EN and PMCR.E, on each core, and bit 31 of PMCNTENSET.
 * We only read: what others may be counting stays as it is.
 *
 * What is wrong with it: PMCR.D makes it count every 64th cycle (the clock
 * line then says 64). Cores that sleep may lose the module's settings, and it
 * then stands still. perf and such a module disturb each other.
 */

#include "counter.h"

#if defined(__arm__)

#if defined(__thumb__) && !defined(__thumb2__)
#define READ "udf #0" /* Thumb-1 cannot say it; trap as if it were closed */
#else
#define READ "mrc p15, 0, %0, c9, c13, 0"
#endif

static const char *pmccntr_open(void) { return 0; }

static uint64_t pmccntr_read(void)
{
    static uint64_t wide;
    uint32_t now;

    __asm__ volatile(READ : "=r"(now));
    return wide = counter_widen(wide, now);
}

const struct counter counter_armv7_pmccntr = {"armv7-pmccntr", pmccntr_open,
                                              pmccntr_read, 1};

#endif
