/* SPDX-License-Identifier: CC0-1.0 */
/*
 * A seccomp filter from a table of calls; see syscalls.h. The filter looks at
 * the call's number, and for open also at the flags: reading is allowed, since
 * libraries read their settings. x32 and other foreign numberings need no
 * care: the code on trial may be wrong, and is not thought to be an attacker.
 */

#include "syscalls.h"

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/seccomp.h>) && __has_include(<asm/unistd.h>)
#define HAVE_SECCOMP
#endif
#endif

#ifdef HAVE_SECCOMP

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifndef SECCOMP_RET_TRAP
#define SECCOMP_RET_TRAP 0x00030000U
#endif

static const struct {
    long number;
    const char *deed;
} forbidden[] = {
#ifdef SYS_fork
    {SYS_fork, "makes a child process"},
#endif
#ifdef SYS_vfork
    {SYS_vfork, "makes a child process"},
#endif
#ifdef SYS_clone
    {SYS_clone, "makes a child process or thread"},
#endif
#ifdef SYS_clone3
    {SYS_clone3, "makes a child process or thread"},
#endif
    {SYS_execve, "starts another program"},
    {SYS_kill, "sends a signal"},
    {SYS_ptrace, "traces a process"},
#ifdef SYS_socket
    {SYS_socket, "opens a socket"},
#endif
#ifdef SYS_socketcall
    {SYS_socketcall, "opens a socket"},
#endif
#ifdef SYS_creat
    {SYS_creat, "makes a file"},
#endif
#ifdef SYS_unlink
    {SYS_unlink, "removes a file"},
#endif
    {SYS_unlinkat, "removes a file"},
#ifdef SYS_rename
    {SYS_rename, "renames a file"},
#endif
#ifdef SYS_mkdir
    {SYS_mkdir, "makes a folder"},
#endif
    {SYS_mkdirat, "makes a folder"},
    {SYS_truncate, "cuts a file"},
};

#define CALLS (sizeof forbidden / sizeof forbidden[0])
#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

const char *syscall_named(const siginfo_t *info)
{
    for (size_t i = 0; i < CALLS; ++i)
        if (forbidden[i].number == info->si_syscall)
            return forbidden[i].deed;
    return "opens a file for writing";
}

/* The low half of a system call's argument, which holds the flags. */
static unsigned argument(int n)
{
    size_t low = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;

    return (unsigned)(offsetof(struct seccomp_data, args) + 8 * (size_t)n +
                      low);
}

#define LOAD(offset)                                                           \
    (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define SKIP_UNLESS(test, value, skipped)                                      \
    (struct sock_filter) BPF_JUMP(BPF_JMP | test | BPF_K, value, 0, skipped)
#define RETURN(verdict) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, verdict)

void syscalls_forbid(void)
{
    static const struct {
        long number;
        int flags; /* which argument holds them */
    } opens[] = {
#ifdef SYS_open
        {SYS_open, 1},
#endif
        {SYS_openat, 2},
    };
    struct sock_filter filter[2 * CALLS + 16], *f = filter;
    struct sock_fprog program;
    unsigned number = (unsigned)offsetof(struct seccomp_data, nr);

    *f++ = LOAD(number);
    for (size_t i = 0; i < CALLS; ++i) {
        *f++ = SKIP_UNLESS(BPF_JEQ, (unsigned)forbidden[i].number, 1);
        *f++ = RETURN(SECCOMP_RET_TRAP);
    }
    for (size_t i = 0; i < sizeof opens / sizeof opens[0]; ++i) {
        *f++ = SKIP_UNLESS(BPF_JEQ, (unsigned)opens[i].number, 4);
        *f++ = LOAD(argument(opens[i].flags));
        *f++ = SKIP_UNLESS(BPF_JSET, WRITING, 1);
        *f++ = RETURN(SECCOMP_RET_TRAP);
        *f++ = RETURN(SECCOMP_RET_ALLOW);
    }
    *f++ = RETURN(SECCOMP_RET_ALLOW);
    program.len = (unsigned short)(f - filter);
    program.filter = filter;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

void syscalls_forbid(void) {}

const char *syscall_named(const siginfo_t *info)
{
    (void)info;
    return "makes a forbidden system call";
}

#endif
