/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The instructions between calls of a function that marks places, one by one:
 *
 *   step MARK FIXED MARKS MOST PROGRAM WORD...
 *
 * runs a program up to its first call of the function at MARK, an address in
 * its file in hexadecimal, and from there on one instruction at a time, until
 * the function has been called MARKS times. FIXED is 1 if the program is
 * always loaded at the addresses of its file, and else 0.
 *
 * Writes the address of each instruction that is executed, less that at which
 * the program was loaded, as 8 bytes in the machine's order. Exit status: 0,
 * or 3 if this system does not let a process be watched, 4 if the program
 * ended before, 5 after MOST instructions.
 */

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "only x86-64 is known here"
#endif

#define BREAKPOINT 0xcc
#define COUNTER ((void *)offsetof(struct user_regs_struct, rip))

static pid_t child;

static void leave(int status)
{
    kill(child, SIGKILL);
    fflush(stdout);
    _exit(status);
}

static void must(int good, int status)
{
    if (!good)
        leave(status);
}

/* Waits until the child stops by a trap. */
static void stopped(void)
{
    int status;

    must(waitpid(child, &status, 0) == child && WIFSTOPPED(status) &&
             WSTOPSIG(status) == SIGTRAP,
         4);
}

static uint64_t where(void)
{
    errno = 0;
    uint64_t at = (uint64_t)ptrace(PTRACE_PEEKUSER, child, COUNTER, NULL);
    must(!errno, 3);
    return at;
}

/* The lowest address of the child, which is that of the program's file. */
static uint64_t loaded(void)
{
    char name[64];
    unsigned long long start = 0;

    snprintf(name, sizeof name, "/proc/%d/maps", (int)child);
    FILE *maps = fopen(name, "r");
    must(maps && fscanf(maps, "%llx-", &start) == 1, 3);
    fclose(maps);
    return start;
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fprintf(stderr, "usage: step MARK FIXED MARKS MOST PROGRAM WORD...\n");
        return 2;
    }
    uint64_t mark = strtoull(argv[1], NULL, 16), base = 0;
    long marks = atol(argv[3]);
    unsigned long long most = strtoull(argv[4], NULL, 10);

    child = fork();
    if (child < 0)
        return 3;
    if (!child) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
            _exit(127);
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execv(argv[5], argv + 5);
        _exit(127);
    }
    stopped();
    ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)PTRACE_O_EXITKILL);
    if (!atoi(argv[2]))
        base = loaded();
    errno = 0;
    void *at = (void *)(uintptr_t)(base + mark);
    long code = ptrace(PTRACE_PEEKTEXT, child, at, NULL);
    must(!errno, 3);
    long trap = (code & ~0xffL) | BREAKPOINT;
    must(!ptrace(PTRACE_POKETEXT, child, at, (void *)trap), 3);
    must(!ptrace(PTRACE_CONT, child, NULL, NULL), 3);
    stopped();
    must(where() == base + mark + 1, 4);
    must(!ptrace(PTRACE_POKETEXT, child, at, (void *)code), 3);
    must(!ptrace(PTRACE_POKEUSER, child, COUNTER, at), 3);
    for (unsigned long long n = 0; n < most; ++n) {
        uint64_t next = where() - base;

        fwrite(&next, sizeof next, 1, stdout);
        if (next == mark && --marks == 0)
            leave(0);
        must(!ptrace(PTRACE_SINGLESTEP, child, NULL, NULL), 3);
        stopped();
    }
    leave(5);
}
