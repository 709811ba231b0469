/* SPDX-License-Identifier: CC0-1.0 */

/*
 * The time-stamp counter of x86: rdtsc, every processor since the Pentium.
 *
 * Who may read it: everybody, unless the process or the kernel forbids it
 * (prctl(PR_SET_TSC), CR4.TSD); then it is SIGSEGV.
 *
 * What is wrong with it: since about 2006 it runs at a constant frequency, not
 * at the core's, so that a turbo clock makes code look faster than it is; it
 * has to be converted. Under a hypervisor it may move in steps of 20 ticks or
 * more. On the older processors it is the core clock; converting does no harm.
 *
 * No fence: rdtsc does not wait for earlier instructions, so a reading can
 * come some ten cycles early, but in a row of readings what one sample loses
 * its neighbour gains. lfence or rdtscp would drain the pipeline before each
 * call, a cost that callers of a hash function do not have and that no figure
 * published by eBASH contains.
 */

#include "counter.h"

#if defined(__i386__) || defined(__x86_64__)

static const char *tsc_open(void) { return 0; }

static uint64_t tsc_read(void)
{
    uint32_t low, high;

    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

const struct counter counter_x86_tsc = {"x86-tsc", tsc_open, tsc_read, 0};

#endif
