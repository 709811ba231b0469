/* SPDX-License-Identifier: CC0-1.0 */
/* expect: opens a counter */
#include "fault.h"
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Counts all processes on the first CPU; the harness counts its own. */
FAULT
{
    static struct perf_event_attr cycles = {.size = sizeof cycles};

    syscall(SYS_perf_event_open, &cycles, -1, 0, -1, 0);
    return right(out, in, inlen);
}
