/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Core cycles on x86 by the rdpmc instruction, after asking the Linux kernel
 * through perf for a hardware counter and its number.
 *
 * Who may read it: sysctl kernel.perf_event_paranoid at most 2, and
 * /sys/bus/event_source/devices/cpu/rdpmc 1 (the default) or 2. Virtual
 * machines often have no counters.
 *
 * What is wrong with it: on a hybrid Intel processor the event belongs to the
 * performance cores and stands still on the others; pin the thread first. No
 * fence, as for the time-stamp counter.
 */

#include "counter.h"

#if defined(__i386__) || defined(__x86_64__)

static inline uint64_t hardware_read(uint32_t index)
{
    uint32_t low, high;

    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(index - 1));
    return (uint64_t)high << 32 | low;
}

#include "cpucycles/perfpage.h"

static const char *rdpmc_open(void) { return page_open(0, 0); }

const struct counter counter_x86_rdpmc = {"x86-rdpmc", rdpmc_open, page_read,
                                          1};

#endif
