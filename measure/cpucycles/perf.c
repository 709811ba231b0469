/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Core cycles by the Linux kernel: perf_event_open and a read(2) for each
 * reading; any processor whose counters the kernel knows.
 *
 * Who may read it: everybody if sysctl kernel.perf_event_paranoid is at most
 * 2. Virtual machines often have no counters (ENOENT), containers often no
 * permission (EACCES, EPERM, ENOSYS).
 *
 * What is wrong with it: the system call. Its cycles in the kernel are not
 * counted, but those of entering and leaving are, and the kernel's use of the
 * caches and branch predictors slows the code that is timed.
 */

#include "cpucycles/perf.h"

static const char *perf_open(void) { return perf_file_open(0); }

const struct counter counter_perf = {"perf", perf_open, perf_file_read, 1};
