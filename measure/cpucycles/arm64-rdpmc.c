/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Core cycles on 64-bit ARM by an instruction that reads the cycle counter
 * PMCCNTR_EL0, after asking the Linux kernel (5.17 or later) for it by perf.
 *
 * Who may read it: sysctl kernel.perf_user_access = 1 (default 0) and
 * kernel.perf_event_paranoid at most 2.
 *
 * What is wrong with it: of a processor with two kinds of cores perf counts on
 * one kind only and stands still on the other; pin the thread first.
 */

#include "counter.h"

#if defined(__aarch64__)

/* The kernel calls the cycle counter 32; below are the event counters, which
   it gives to this event only when somebody else has the cycle counter. */
enum { CYCLE_COUNTER = 32, LONG = 1, USER_ACCESS = 2 };

static inline uint64_t hardware_read(uint32_t index)
{
    uint64_t count;

    (void)index;
    __asm__ volatile("mrs %0, pmccntr_el0" : "=r"(count));
    return count;
}

#include "cpucycles/perfpage.h"

static const char *arm_open(void)
{
    return page_open(LONG | USER_ACCESS, CYCLE_COUNTER);
}

const struct counter counter_arm64_rdpmc = {"arm64-rdpmc", arm_open, page_read,
                                            1};

#endif
