/* SPDX-License-Identifier: CC0-1.0 */
/*
 * System calls that no hash function needs: children, sockets, signals to
 * others, files made or changed. Where the kernel can filter (seccomp), such a
 * call becomes SIGSYS; elsewhere nothing is forbidden.
 */
#ifndef SYSCALLS_H
#define SYSCALLS_H

#include <signal.h>

/* From here on this process can't make the calls. */
void syscalls_forbid(void);

/* What the call behind a SIGSYS would have done, in words. */
const char *syscall_named(const siginfo_t *info);

#endif
