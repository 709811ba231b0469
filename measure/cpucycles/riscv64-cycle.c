/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Core cycles on 64-bit RISC-V: the rdcycle instruction.
 *
 * Who may read it: everybody until Linux 6.6; since then nobody (SIGILL) unless
 * sysctl kernel.perf_user_access = 2, and the firmware may forbid it as well.
 *
 * What is wrong with it: it counts the core's cycles in all modes, interrupts
 * included. Some hypervisors, emulators and early boards return time instead
 * (the clock line then is far from 1).
 */

#include "counter.h"

#if defined(__riscv) && __riscv_xlen == 64

static const char *cycle_open(void) { return 0; }

static uint64_t cycle_read(void)
{
    uint64_t now;

    __asm__ volatile("rdcycle %0" : "=r"(now));
    return now;
}

const struct counter counter_riscv64_cycle = {"riscv64-cycle", cycle_open,
                                              cycle_read, 1};

#endif
