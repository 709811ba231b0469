/* SPDX-License-Identifier: CC0-1.0 */
/* Filters of system calls from lists of names; see syscalls.h. */

#define _GNU_SOURCE /* names of registers */

#include "syscalls.h"
#include "channel.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/seccomp.h>) && __has_include(<linux/audit.h>)
#define HAVE_SECCOMP
#endif
#endif

#ifdef HAVE_SECCOMP

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <ucontext.h>

#ifndef SECCOMP_RET_TRAP
#define SECCOMP_RET_TRAP 0x00030000U
#endif

/* Calls of one program's own numbering only: an x86-64 program may else make
   those of i386, whose numbers mean something else. */
#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define ARCH AUDIT_ARCH_I386
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#elif defined(__arm__)
#define ARCH AUDIT_ARCH_ARM
#elif defined(__powerpc64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ARCH AUDIT_ARCH_PPC64LE
#elif defined(__powerpc64__)
#define ARCH AUDIT_ARCH_PPC64
#elif defined(__powerpc__)
#define ARCH AUDIT_ARCH_PPC
#elif defined(__riscv) && __riscv_xlen == 64
#define ARCH AUDIT_ARCH_RISCV64
#endif

#define COUNT(x) (sizeof(x) / sizeof *(x))

/* A call's number as text: the name itself where the headers lack it. */
#define TEXT(x) #x
#define NUMBER(x) TEXT(x)

enum when { ALWAYS, WHILE_LOADING, NEVER };

static const struct call {
    const char *name, *number;
    enum when when;
    const char *words;
} calls[] = {
#define LOADING WHILE_LOADING
#define CALL(name, when, words) {#name, NUMBER(SYS_##name), when, words},
#include "calls.inc"
#undef CALL
#undef LOADING
#ifdef __arm__
    {"cacheflush", "983042", ALWAYS, ""},
    {"set_tls", "983045", WHILE_LOADING, ""},
#endif
};

#define MISSING (-1)

/* Headers may write a number as a sum: (0 + 4) for ARM, (244 + 14) for calls
   that RISC-V alone has. */
static int number_of(const struct call *c)
{
    int sum = 0;
    char *rest;

    if (c->number[0] == 'S')
        return MISSING;
    for (const char *at = c->number; *at; at = rest) {
        long n = strtol(at, &rest, 0);

        if (rest == at)
            ++rest; /* a bracket, a sign */
        else
            sum += (int)n;
    }
    return sum;
}

static int number(const char *name)
{
    for (size_t i = 0; i < COUNT(calls); ++i)
        if (!strcmp(calls[i].name, name))
            return number_of(&calls[i]);
    return MISSING;
}

static uint32_t secret[2]; /* the last two arguments of the harness's calls */

const char *syscall_named(const siginfo_t *info)
{
    static char other[64];

#ifdef ARCH
    if (info->si_arch != ARCH) {
        snprintf(other, sizeof other, "makes system call %d of another machine",
                 info->si_syscall);
        return other;
    }
#endif
    for (size_t i = 0; i < COUNT(calls); ++i)
        if (number_of(&calls[i]) == info->si_syscall && *calls[i].words)
            return calls[i].words;
    snprintf(other, sizeof other, "makes system call %d", info->si_syscall);
    return other;
}

/* Of a context: the first argument of a call, and its result. */
#if defined(__x86_64__)
#define FIRST gregs[REG_RDI]
#define RESULT gregs[REG_RAX]
#elif defined(__i386__)
#define FIRST gregs[REG_EBX]
#define RESULT gregs[REG_EAX]
#elif defined(__aarch64__)
#define FIRST regs[0]
#define RESULT regs[0]
#elif defined(__arm__)
#define FIRST arm_r0
#define RESULT arm_r0
#elif defined(__riscv)
#define FIRST __gregs[10]
#define RESULT __gregs[10]
#endif

int syscalls_answer(const siginfo_t *info, void *context)
{
#ifdef FIRST
    static const struct utsname nameless = {.sysname = "Linux",
                                            .nodename = "localhost",
                                            .release = "6.0",
                                            .version = "1",
                                            .machine = "unknown"};
    mcontext_t *registers = &((ucontext_t *)context)->uc_mcontext;

    if (info->si_arch == ARCH && info->si_syscall == number("uname")) {
        memcpy((void *)(uintptr_t)registers->FIRST, &nameless, sizeof nameless);
        registers->RESULT = 0;
        return 1;
    }
#endif
    (void)info;
    (void)context;
    return 0;
}

/* ---- a filter, instruction by instruction ---- */

struct filter {
    struct sock_filter code[1024];
    unsigned short length;
};

static void add(struct filter *f, unsigned code, unsigned yes, unsigned no,
                uint32_t k)
{
    f->code[f->length].code = (unsigned short)code;
    f->code[f->length].jt = (unsigned char)yes;
    f->code[f->length].jf = (unsigned char)no;
    f->code[f->length++].k = k;
}

static void load(struct filter *f, size_t offset)
{
    add(f, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

/* One half of an argument, 0 the low one, in which numbers and flags are. */
static void load_argument(struct filter *f, unsigned n, unsigned half)
{
    unsigned big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

    load(f, offsetof(struct seccomp_data, args) + 8 * n + 4 * (half ^ big));
}

static void verdict(struct filter *f, uint32_t what)
{
    add(f, BPF_RET | BPF_K, 0, 0, what);
}

/* ---- conditions; each is `otherwise go on`, so that one follows another ----
 */

static void allow_call(struct filter *f, int number)
{
    if (number == MISSING)
        return;
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)number);
    verdict(f, SECCOMP_RET_ALLOW);
}

/* Allowed if half an argument compares; the number is loaded again. */
static void allow_if(struct filter *f, int number, unsigned n, unsigned test,
                     uint32_t value, unsigned wanted)
{
    if (number == MISSING)
        return;
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, (uint32_t)number);
    load_argument(f, n, 0);
    add(f, BPF_JMP | test | BPF_K, !wanted, wanted, value);
    verdict(f, SECCOMP_RET_ALLOW);
    load(f, offsetof(struct seccomp_data, nr));
}

/* Allowed if two halves of arguments are two values. */
struct half {
    unsigned argument, half;
    uint32_t value;
};

static void allow_both(struct filter *f, int number, struct half a,
                       struct half b)
{
    if (number == MISSING)
        return;
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 6, (uint32_t)number);
    load_argument(f, a.argument, a.half);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 3, a.value);
    load_argument(f, b.argument, b.half);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, b.value);
    verdict(f, SECCOMP_RET_ALLOW);
    load(f, offsetof(struct seccomp_data, nr));
}

static void allow_null(struct filter *f, int number, unsigned n)
{
    allow_both(f, number, (struct half){n, 0, 0}, (struct half){n, 1, 0});
}

/* Allowed with the secret. */
static void allow_harness(struct filter *f, int number)
{
    allow_both(f, number, (struct half){4, 0, secret[0]},
               (struct half){5, 0, secret[1]});
}

/* Refused without a fault: the C library looks at the output that it is about
   to write to, and does without. */
static void refuse_call(struct filter *f, int number)
{
    if (number == MISSING)
        return;
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)number);
    verdict(f, SECCOMP_RET_ERRNO | EACCES);
}

/* Memory of its own, that is not executable, where the kernel has room. The
   page of a counter is shared, and only read. */
static void allow_memory(struct filter *f, int number)
{
    if (number == MISSING)
        return;
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 9, (uint32_t)number);
    load_argument(f, 3, 0);
    add(f, BPF_JMP | BPF_JSET | BPF_K, 6, 0, MAP_FIXED);
    add(f, BPF_JMP | BPF_JSET | BPF_K, 2, 0, MAP_SHARED);
    load_argument(f, 2, 0);
    add(f, BPF_JMP | BPF_JSET | BPF_K, 3, 2, PROT_EXEC);
    load_argument(f, 2, 0);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, PROT_READ);
    verdict(f, SECCOMP_RET_ALLOW);
    load(f, offsetof(struct seccomp_data, nr));
}

/* To itself, as raise and abort do; but a signal that stops a process would
   have everybody wait. */
static void allow_signal(struct filter *f, const char *name, unsigned n,
                         uint32_t self)
{
    if (number(name) == MISSING)
        return;
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 7, (uint32_t)number(name));
    load_argument(f, 0, 0);
    add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, self);
    load_argument(f, n, 0);
    add(f, BPF_JMP | BPF_JGE | BPF_K, 0, 1, SIGSTOP);
    add(f, BPF_JMP | BPF_JGT | BPF_K, 0, 1, SIGTTOU);
    verdict(f, SECCOMP_RET_ALLOW);
    load(f, offsetof(struct seccomp_data, nr));
}

#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)

static void conditions(struct filter *f, enum list list, const char *path)
{
    uint32_t self = (uint32_t)getpid();

    for (size_t i = 0; i < COUNT(calls); ++i)
        if (calls[i].when == ALWAYS ||
            (calls[i].when == WHILE_LOADING && list == LOADING))
            allow_call(f, number_of(&calls[i]));
    allow_null(f, number("prlimit64"), 2); /* asks, and changes nothing */
    allow_signal(f, "kill", 1, self);
    allow_signal(f, "tkill", 1, self);
    allow_signal(f, "tgkill", 2, self);
    for (uint32_t apart = 0; apart <= 128; apart += 128) { /* FUTEX_PRIVATE */
        allow_if(f, number("futex"), 1, BPF_JEQ, 1 + apart, 1); /* wakes */
        allow_if(f, number("futex_time64"), 1, BPF_JEQ, 1 + apart, 1);
    }
    /* From there on advice is about the machine: that its memory is bad. */
    allow_if(f, number("madvise"), 2, BPF_JGE, 100, 0);
    if (list == LOADING) {
        allow_if(f, number("open"), 1, BPF_JSET, WRITING, 0);
        allow_if(f, number("openat"), 2, BPF_JSET, WRITING, 0);
        /* musl's loader has what it opens closed by exec, by a second call */
        allow_if(f, number("fcntl"), 1, BPF_JEQ, F_SETFD, 1);
        allow_if(f, number("fcntl64"), 1, BPF_JEQ, F_SETFD, 1);
        if (path)
            allow_if(f, number("execve"), 0, BPF_JEQ, (uint32_t)(uintptr_t)path,
                     1);
        return;
    }
    refuse_call(f, number("newfstatat"));
    refuse_call(f, number("fstatat64"));
    refuse_call(f, number("statx"));
    for (unsigned fd = 1; fd <= 2; ++fd) { /* which the warden reads */
        allow_if(f, number("write"), 0, BPF_JEQ, fd, 1);
        allow_if(f, number("writev"), 0, BPF_JEQ, fd, 1);
    }
    allow_if(f, number("read"), 0, BPF_JEQ, CHANNEL, 0);
    allow_harness(f, number("read"));
    allow_harness(f, number("write"));
    allow_harness(f, number("mprotect"));
    allow_harness(f, number("exit_group"));
    allow_memory(f, number("mmap2"));
    if (number("mmap2") == MISSING) /* else its arguments are in memory */
        allow_memory(f, number("mmap"));
    /* 2: MREMAP_FIXED, which only _GNU_SOURCE has */
    allow_if(f, number("mremap"), 3, BPF_JSET, 2, 0);
    allow_null(f, number("rt_sigaction"), 1);
    allow_null(f, number("sigaltstack"), 0);
    allow_if(f, number("perf_event_open"), 1, BPF_JEQ, 0, 1); /* on itself */
}

static void choose_secret(void)
{
    struct timespec t;

    if (syscall(SYS_getrandom, secret, sizeof secret, 0) == sizeof secret)
        return;
    clock_gettime(CLOCK_MONOTONIC, &t);
    secret[0] = (uint32_t)t.tv_nsec * 2654435761U;
    secret[1] = (uint32_t)(uintptr_t)&t ^ (uint32_t)t.tv_nsec * 40503U;
}

int syscalls_confine(enum list list, const char *path)
{
#ifdef ARCH
    static struct filter f;
    struct sock_fprog program;

    f.length = 0;
    choose_secret();
    load(&f, offsetof(struct seccomp_data, arch));
    add(&f, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCH);
    verdict(&f, SECCOMP_RET_TRAP);
    load(&f, offsetof(struct seccomp_data, nr));
    conditions(&f, list, path);
    /* A loader newer than this list is told that a call is not there. */
    for (size_t i = 0; list == LOADING && i < COUNT(calls); ++i)
        if (calls[i].when == NEVER && number_of(&calls[i]) != MISSING) {
            add(&f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1,
                (uint32_t)number_of(&calls[i]));
            verdict(&f, SECCOMP_RET_TRAP);
        }
    verdict(&f,
            list == LOADING ? SECCOMP_RET_ERRNO | ENOSYS : SECCOMP_RET_TRAP);
    program.len = f.length;
    program.filter = f.code;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
    (void)list;
    (void)path;
    return 0;
#endif
}

long syscalls_read(int fd, void *x, size_t n)
{
    return syscall(SYS_read, fd, x, n, 0, secret[0], secret[1]);
}

long syscalls_write(int fd, const void *x, size_t n)
{
    return syscall(SYS_write, fd, x, n, 0, secret[0], secret[1]);
}

int syscalls_protect(void *x, size_t n, int how)
{
    return (int)syscall(SYS_mprotect, x, n, how, 0, secret[0], secret[1]);
}

void syscalls_exit(int status)
{
    for (;;)
        syscall(SYS_exit_group, status, 0, 0, 0, secret[0], secret[1]);
}

#else

int syscalls_confine(enum list list, const char *path)
{
    (void)list;
    (void)path;
    return 0;
}

int syscalls_answer(const siginfo_t *info, void *context)
{
    (void)info;
    (void)context;
    return 0;
}

const char *syscall_named(const siginfo_t *info)
{
    (void)info;
    return "makes a forbidden system call";
}

long syscalls_read(int fd, void *x, size_t n) { return (long)read(fd, x, n); }

long syscalls_write(int fd, const void *x, size_t n)
{
    return (long)write(fd, x, n);
}

int syscalls_protect(void *x, size_t n, int how) { return mprotect(x, n, how); }

void syscalls_exit(int status) { _exit(status); }

#endif
