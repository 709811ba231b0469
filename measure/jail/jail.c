/* SPDX-License-Identifier: CC0-1.0 */
/* The inner half of the jail; see jail.h. */

#include "jail.h"
#include "records.h"
#include "state.h"
#include "syscalls.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/auxv.h>
#endif

#define SELDOM 32 /* inspections for one look at settings, a hundred calls */

struct place place = {"start", 0};
sigjmp_buf fault_return;
unsigned char *volatile fault_address;

static unsigned char *volatile fault_low, *volatile fault_high;
/* Without a warden: the real output, and what the code printed. */
static int words = 1, prattle = -1;
static int over; /* the verdict is spoken */
extern char **environ;

#ifdef __SANITIZE_ADDRESS__
#define LAST_CAPTURED 1 /* the sanitizers' reports go to stderr */
#else
#define LAST_CAPTURED 2
#endif

void jail_phase(const char *phase)
{
    place.phase = phase;
    channel_send(RECORD_PHASE, phase, strlen(phase));
}

int (*jail_trapped)(const siginfo_t *, void *);

void fail(const char *format, ...)
{
    char cause[256], text[320];
    va_list arguments;
    int n;

    va_start(arguments, format);
    vsnprintf(cause, sizeof cause, format, arguments);
    va_end(arguments);
    over = 1;
    n = snprintf(text, sizeof text, "%s %llu %s", place.phase, place.mlen,
                 cause);
    channel_send(RECORD_FAILS, text, (size_t)n);
    channel_flush();
    syscalls_exit(111);
}

static unsigned megabytes_allowed(void)
{
    struct rlimit r;

    if (getrlimit(RLIMIT_AS, &r) || r.rlim_cur == RLIM_INFINITY)
        return 0;
    return (unsigned)(r.rlim_cur >> 20);
}

/* Half of what it may have was there at the start: code that took it took it
   for good. */
static int memory_is_gone(void)
{
    size_t n = (size_t)megabytes_allowed() << 19;
    void *x;

    if (!n)
        return 0;
    x = mmap(0, n, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (x == MAP_FAILED)
        return 1;
    munmap(x, n);
    return 0;
}

static void print_itself(const char *line, size_t n)
{
    syscalls_write(words, line, n);
}

static void compare_settings(void)
{
    const char *changed = state_changed();

    if (changed)
        fail("%s", changed);
}

void jail_inspect(void)
{
    static unsigned inspected;
    size_t n;

    if (inspected++ % SELDOM == 0)
        compare_settings();
    fflush(stdout);
    fflush(stderr);
    n = prattle < 0 ? 0 : record_output(prattle, print_itself);
    if (n > 0)
        fail("prints %lu bytes", (unsigned long)n);
    if (memory_is_gone())
        fail("eats memory: over %u MB", megabytes_allowed());
}

void jail_look(void)
{
    struct state_left left = state_look();
    static const char *told[3];

    if (left.mode)
        fail("%s", left.mode);
    if (!left.litter)
        return;
    for (int i = 0; i < 3 && told[i] != left.litter; ++i)
        if (!told[i]) {
            told[i] = left.litter;
            channel_say("flag %s %llu", left.litter, place.mlen);
            return;
        }
}

void jail_done(void)
{
    compare_settings();
    over = 1;
    channel_send(RECORD_DONE, "", 0);
    channel_flush();
    syscalls_exit(0);
}

static void on_exit_called(void)
{
    if (!over)
        fail("calls exit");
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{SIGSEGV, "SIGSEGV"},
                 {SIGBUS, "SIGBUS"},
                 {SIGILL, "SIGILL"},
                 {SIGFPE, "SIGFPE"},
                 {SIGTRAP, "SIGTRAP"}};
    unsigned char *address = info->si_addr;

    if (number == SIGTRAP && jail_trapped && jail_trapped(info, context))
        return;
    if ((number == SIGSEGV || number == SIGBUS) && address >= fault_low &&
        address < fault_high) {
        fault_address = address;
        siglongjmp(fault_return, 1);
    }
    if (number == SIGXCPU)
        fail("loops: no answer in time");
    if (number == SIGABRT)
        fail("calls abort");
#ifdef SIGSYS
    if (number == SIGSYS && syscalls_answer(info, context))
        return;
    if (number == SIGSYS)
        fail("%s", syscall_named(info));
#endif
    if (memory_is_gone())
        fail("eats memory: over %u MB", megabytes_allowed());
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        if (names[i].number == number)
            fail("dies of %s", names[i].name);
    fail("dies of signal %d", number);
}

void faults_return(unsigned char *low, unsigned char *high)
{
    fault_low = low;
    fault_high = high;
}

void faults_kill(void) { fault_low = fault_high = 0; }

static void catch_signals(void)
{
    static const int caught[] = {SIGSEGV, SIGBUS,  SIGILL, SIGFPE,
                                 SIGTRAP, SIGABRT, SIGXCPU};
    static unsigned char stack[65536]; /* an endless recursion has none left */
    struct sigaction action;
    stack_t own;

    memset(&own, 0, sizeof own);
    own.ss_sp = stack;
    own.ss_size = sizeof stack;
    sigaltstack(&own, 0);
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; ++i)
        sigaction(caught[i], &action, 0);
#ifdef SIGSYS
    sigaction(SIGSYS, &action, 0);
#endif
}

/* Gives stdout and stderr to a pipe of ours. */
static void capture_output(void)
{
    int ends[2], out = fcntl(1, F_DUPFD, 20);

    if (out < 0)
        return;
    words = out;
    if (pipe(ends) < 0)
        return;
    prattle = fcntl(ends[0], F_DUPFD, 20);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETFL, O_NONBLOCK); /* a chatterbox must not hang here */
    for (int fd = 1; fd <= LAST_CAPTURED; ++fd)
        dup2(ends[1], fd);
    close(ends[0]);
    if (ends[1] > 2)
        close(ends[1]);
}

/* What the warden does, as far as it can be done here. */
static void be_own_warden(int argc, char **argv)
{
    struct stat out;

    capture_output();
    channel_open(0, words);
    if (jail_limited && argc > 2) {
        if (atoi(argv[1]))
            system_limit(RLIMIT_CPU, (unsigned)atoi(argv[1]));
        if (atoi(argv[2]))
            system_limit(RLIMIT_AS, (unsigned long long)atoi(argv[2]) << 20);
    }
    system_limit(RLIMIT_CORE, 0);
    if (fstat(words, &out) == 0 && !S_ISREG(out.st_mode))
        system_limit(RLIMIT_FSIZE, 0);
}

/* What the loader needed and tells whose machine this is: folders, the path of
   the program. */
static void wipe(char **environment)
{
    for (; environment && *environment; ++environment)
        memset(*environment, 0, strlen(*environment));
#ifdef __linux__
    if (getauxval(AT_EXECFN)) {
        char *path = (char *)(uintptr_t)getauxval(AT_EXECFN);

        memset(path, 0, strlen(path));
    }
#endif
}

static void enter(int argc, char **argv, char **environment)
{
    static int entered;

    if (entered++)
        return;
    state_clean(); /* notes what is usual here */
    if (argc > 0 && !strcmp(argv[0], JAILED)) {
        channel_open(1, -1);
        wipe(environment ? environment : environ);
    } else {
        be_own_warden(argc, argv);
    }
    catch_signals();
#ifndef __SANITIZE_ADDRESS__
    syscalls_confine(RUNNING, 0);
#endif
}

/* Before all constructors, where the C library runs such functions at all. */
#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
__attribute__((section(".preinit_array"),
               used)) static void (*const first)(int, char **, char **) = enter;
#endif

void jail(int argc, char **argv)
{
    enter(argc, argv, 0);
    atexit(on_exit_called);
    state_remember();
}
