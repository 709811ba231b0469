/* SPDX-License-Identifier: CC0-1.0 */

/*
 * The virtual counter of 64-bit ARM's generic timer, CNTVCT_EL0.
 *
 * Who may read it: everybody under Linux, but for the few processors where an
 * erratum makes the kernel trap and emulate it, slowly.
 *
 * What is wrong with it: it is time, not cycles, and has to be converted. From
 * ARMv8.6 on it says 1 GHz, though it may move by 10 or 40 at once; before, it
 * goes at 19 to 100 MHz, so that a tick is 20 to 150 cycles.
 *
 * No isb before reading: see x86-tsc.c about fences.
 */

#include "counter.h"

#if defined(__aarch64__)

static const char *cntvct_open(void) { return 0; }

static uint64_t cntvct_read(void)
{
    uint64_t now;

    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
    return now;
}

const struct counter counter_arm64_cntvct = {"arm64-cntvct", cntvct_open,
                                             cntvct_read, 0};

#endif
