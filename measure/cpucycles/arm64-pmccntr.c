/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Core cycles on 64-bit ARM: the register PMCCNTR_EL0, read as it is.
 *
 * Who may read it: nobody by default (SIGILL). The owner loads a kernel module
 * that sets PMUSERENR_EL0.EN and PMCR_EL0.E, on each core, and bit 31 of
 * PMCNTENSET_EL0. We only read: what others may be counting stays as it is.
 *
 * What is wrong with it: PMCR_EL0.D makes it count every 64th cycle (the clock
 * line then says 64), and with PMCR_EL0.LC off it may be 32 bits wide; the
 * lower half is taken, which is right in both cases. Cores that sleep may
 * lose the module's settings, and it then stands still.
 */

#include "counter.h"

#if defined(__aarch64__)

static const char *pmccntr_open(void) { return 0; }

static uint64_t pmccntr_read(void)
{
    static uint64_t wide;
    uint64_t now;

    __asm__ volatile("mrs %0, pmccntr_el0" : "=r"(now));
    return wide = counter_widen(wide, (uint32_t)now);
}

const struct counter counter_arm64_pmccntr = {"arm64-pmccntr", pmccntr_open,
                                              pmccntr_read, 1};

#endif
