/* SPDX-License-Identifier: CC0-1.0 */
#ifndef SYSTEM_H
#define SYSTEM_H

/*
 * What each system does in its own way: Linux, macOS, and others as far as
 * POSIX goes. The filter of system calls, which only Linux has, is in
 * syscalls.c; counters are in cpucycles/.
 */

#include <sys/types.h>

/* This process is killed when its parent ends, where the system can do so. */
void system_end_with_parent(void);

/* Closes this descriptor and all above it. */
void system_close_from(int first);

/* Asks for the fast cores of a machine that has two kinds and binds no thread
   to a core. */
void system_ask_for_fast_core(void);

/* The kind of the core that this thread runs on, `performance` or `efficiency`;
   0 where there is only one kind or nothing tells. */
const char *system_kind_of_core(void);

/* A limit of this process, RLIMIT_...; the hard one of processor time is a
   second higher. One that can't be had is no reason to stop. */
void system_limit(int resource, unsigned long long n);

/* Of the monotonic clock. */
double system_seconds(void);

#endif
