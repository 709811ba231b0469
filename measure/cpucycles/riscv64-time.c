/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Time on 64-bit RISC-V: the rdtime instruction.
 *
 * Who may read it: everybody under Linux.
 *
 * What is wrong with it: it is not cycles and has to be converted, and it is
 * coarse: 1 to 27 MHz on most boards, so that a tick is 60 to 1500 cycles. On
 * some, reading it traps to the firmware, which takes about 1000 cycles.
 */

#include "counter.h"

#if defined(__riscv) && __riscv_xlen == 64

static const char *time_open(void) { return 0; }

static uint64_t time_read(void)
{
    uint64_t now;

    __asm__ volatile("rdtime %0" : "=r"(now));
    return now;
}

const struct counter counter_riscv64_time = {"riscv64-time", time_open,
                                             time_read, 0};

#endif
