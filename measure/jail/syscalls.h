/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The system calls that code on trial may make: a list, and all others end the
 * process, by SIGSYS, where the kernel can filter (seccomp on Linux).
 *
 * There are two lists. LOADING holds while the program is loaded: what the
 * dynamic loader and the C library's start need, which is reading files and
 * mapping them. RUNNING holds from before the first constructor: memory,
 * clocks, reading what is open. The harness in the same process needs some
 * more; its calls carry a secret in arguments that the kernel ignores.
 */
#ifndef SYSCALLS_H
#define SYSCALLS_H

#include <signal.h>
#include <stddef.h>

enum list { LOADING, RUNNING };

/*
 * From here on this process makes these calls only, and so does every program
 * that it becomes. path is the one that it may become, 0 for none. Returns 0
 * where the kernel does not filter.
 */
int syscalls_confine(enum list list, const char *path);

/* What the call behind a SIGSYS would have done, in words. */
const char *syscall_named(const siginfo_t *info);

/* Whether a call was answered in the kernel's place, in this context of a
   signal: uname is, with words that tell nothing. */
int syscalls_answer(const siginfo_t *info, void *context);

/* The calls of the harness. */
long syscalls_read(int fd, void *x, size_t n);
long syscalls_write(int fd, const void *x, size_t n);
int syscalls_protect(void *x, size_t n, int how);
void syscalls_exit(int status) __attribute__((noreturn));

#endif
