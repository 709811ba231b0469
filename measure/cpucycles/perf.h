/* SPDX-License-Identifier: CC0-1.0 */

/*
 * The kernel's perf interface to the cycle counter of the core, for perf.c
 * (by system call) and for the counters that are read by an instruction.
 *
 * The count is this thread's in user mode: sysctl kernel.perf_event_paranoid
 * up to 2 permits it, and what an interrupt costs is not in it. An event that
 * lost its hardware counter reads as 0, so that the counter goes backwards.
 */

#include "counter.h"

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/perf_event.h>) && __has_include(<asm/types.h>)
#define HAVE_PERF
#endif
#endif

#ifdef HAVE_PERF

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int perf_file = -1;

/* config1 is how some architectures are asked for user access. */
static inline const char *perf_file_open(uint64_t config1)
{
    struct perf_event_attr a;

    if (perf_file >= 0)
        return 0;
    memset(&a, 0, sizeof a);
    a.size = sizeof a;
    a.type = PERF_TYPE_HARDWARE;
    a.config = PERF_COUNT_HW_CPU_CYCLES;
    a.config1 = config1;
    a.pinned = 1; /* rather no count than a part of it */
    a.exclude_kernel = 1;
    a.exclude_hv = 1;
    perf_file = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, 0);
    return perf_file >= 0 ? 0 : "perf_event_open";
}

/* Leaves the hardware counter to others; why becomes errno. */
static inline const char *perf_file_refuse(const char *missing, int why)
{
    close(perf_file);
    perf_file = -1;
    errno = why;
    return missing;
}

static inline uint64_t perf_file_read(void)
{
    uint64_t count = 0;

    if (read(perf_file, &count, sizeof count) != sizeof count)
        return 0;
    return count;
}

#else

static inline const char *perf_file_open(uint64_t config1)
{
    (void)config1;
    return "no linux/perf_event.h when compiled";
}

static inline uint64_t perf_file_read(void) { return 0; }

#endif
