/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Runs a program with code on trial in a jail. Usage:
 *
 *   warden SECONDS MEGABYTES SECRET FOLDERS PROGRAM ARGUMENTS...
 *   warden probe           what a jail has here: `seccomp`, a filter of system
 *                          calls, and `files`, rules about these, or `none`
 *
 * The jail is there before the program is loaded, and so before any code of
 * the implementation runs: SECONDS of processor time, MEGABYTES of address
 * space (0: no bound), no files but libraries while it is loaded (files.h), no
 * processes, no environment, no descriptors but its own output and a channel.
 * What it writes to its output is a fault. What it sends by the channel is
 * checked here, and checksums are computed here. Prints what the program would
 * (records.h), or
 *
 *   fails PHASE 0 CAUSE
 *
 * SECRET, up to 32 characters, decides the numbers that the program may ask
 * for; it is wiped before the program begins. FOLDERS, with colons between, may
 * have libraries, besides the system's.
 *
 * Exit status: 0 when the program said "done", 111 when it failed, 112 when
 * its output has no room.
 */

#include "files.h"
#include "records.h"
#include "syscalls.h"
#include "system.h"
#include "vectors.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define OPEN_MOST 16 /* descriptors; loaders need one or two at a time */
#define PATIENCE 4   /* wall time allowed, in processor times allowed */

static pid_t prisoner;
static int channel, prattle; /* its records; its output */
static unsigned char buffer[3 + 65535];
static size_t filled;
static char secret[33] = "................................";
static struct generator drawn = {secret, 0};
static double deadline;

static void print(const char *line, size_t n) { fwrite(line, 1, n, stdout); }

/* ---- the jail ---- */

/* Moves a descriptor to its place; the source lies above all places. */
static void place(int from, int to)
{
    if (dup2(from, to) != to)
        _exit(113);
}

/* In the child: nothing of ours is left but what the program may have. */
static void imprison(unsigned seconds, unsigned megabytes, int output, int end,
                     const char *folders, char **arguments)
{
    static char jailed[] = JAILED, libraries[1 << 14];
    char *environment[] = {libraries, 0};
    const char *path = arguments[0], *wanted = getenv("LD_LIBRARY_PATH");
    int nothing = open("/dev/null", O_RDONLY);

    if (wanted)
        snprintf(libraries, sizeof libraries, "LD_LIBRARY_PATH=%s", wanted);

    nothing = fcntl(nothing, F_DUPFD, OPEN_MOST);
    output = fcntl(output, F_DUPFD, OPEN_MOST);
    end = fcntl(end, F_DUPFD, OPEN_MOST);
    place(nothing, 0);
    place(output, 1);
    place(output, 2);
    place(end, CHANNEL);
    system_close_from(CHANNEL + 1);
    fcntl(1, F_SETFL, O_NONBLOCK); /* a chatterbox must not hang here */
    if (seconds)
        system_limit(RLIMIT_CPU, seconds);
    if (megabytes)
        system_limit(RLIMIT_AS, (unsigned long long)megabytes << 20);
    system_limit(RLIMIT_CORE, 0);
    system_limit(RLIMIT_FSIZE, 0);
    system_limit(RLIMIT_NOFILE, OPEN_MOST);
    system_end_with_parent();
    files_confine(path, folders);
    arguments[0] = jailed;
    syscalls_confine(LOADING, path);
    execve(path, arguments, environment);
    _exit(114);
}

static void start(unsigned seconds, unsigned megabytes, const char *folders,
                  char **arguments)
{
    int ends[2], output[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || pipe(output)) {
        fprintf(stderr, "warden: no pipes: %s\n", strerror(errno));
        exit(2);
    }
    fflush(stdout);
    prisoner = fork();
    if (prisoner < 0) {
        fprintf(stderr, "warden: no process: %s\n", strerror(errno));
        exit(2);
    }
    if (prisoner == 0)
        imprison(seconds, megabytes, output[1], ends[1], folders, arguments);
    close(ends[1]);
    close(output[1]);
    channel = ends[0];
    prattle = output[0];
    fcntl(prattle, F_SETFL, O_NONBLOCK);
    deadline = seconds ? system_seconds() + PATIENCE * (double)seconds + 5 : 0;
}

/* ---- what it says ---- */

static int heard_prattle(void)
{
    char cause[64];
    size_t n = record_was_last() ? 0 : record_output(prattle, print);

    snprintf(cause, sizeof cause, "prints %lu bytes", (unsigned long)n);
    if (n > 0)
        record_fails(cause, print);
    return n > 0;
}

/* The prisoner waits meanwhile; if it is gone, the next read tells. */
static void draw(void)
{
    uint64_t number = generate_number(&drawn);

    if (write(channel, &number, sizeof number) != sizeof number)
        return;
}

static void take_records(void)
{
    size_t at = 0;

    while (filled - at >= 3 && !record_was_last()) {
        size_t n = buffer[at + 1] + 256u * buffer[at + 2];
        enum record kind = (enum record)buffer[at];

        if (filled - at < 3 + n)
            break;
        if (kind == RECORD_DONE && heard_prattle())
            break;
        if (kind == RECORD_DRAW)
            draw();
        else
            record_take(kind, buffer + at + 3, n, print);
        at += 3 + n;
    }
    memmove(buffer, buffer + at, filled - at);
    filled -= at;
}

/* Until its last word, its end, or ours. */
static void listen_to_it(void)
{
    struct pollfd each[2] = {{channel, POLLIN, 0}, {prattle, POLLIN, 0}};

    while (!record_was_last()) {
        double left = deadline > 0 ? deadline - system_seconds() : 3600;
        ssize_t n;

        if (left <= 0) {
            record_fails("loops: no answer in time", print);
            return;
        }
        if (poll(each, 2, (int)(1e3 * left) + 1) < 0 && errno != EINTR)
            return;
        if ((each[1].revents & POLLIN) && heard_prattle())
            return;
        if (each[1].revents & (POLLHUP | POLLERR))
            each[1].fd = -1;
        if (!each[0].revents)
            continue;
        n = read(channel, buffer + filled, sizeof buffer - filled);
        if (n == 0 || (n < 0 && errno != EINTR))
            return;
        filled += n > 0 ? (size_t)n : 0;
        take_records();
    }
}

/* ---- its end ---- */

static void name_end(int status)
{
    static const struct {
        int number;
        const char *cause;
    } names[] = {{SIGSEGV, "dies of SIGSEGV"},
                 {SIGBUS, "dies of SIGBUS"},
                 {SIGILL, "dies of SIGILL"},
                 {SIGFPE, "dies of SIGFPE"},
                 {SIGTRAP, "dies of SIGTRAP"},
                 {SIGABRT, "calls abort"},
#ifdef SIGSYS
                 {SIGSYS, "makes a forbidden system call"},
#endif
                 {SIGKILL, "dies of SIGKILL"},
                 {SIGXCPU, "loops: no answer in time"}};
    char cause[64];

    snprintf(cause, sizeof cause, "ends early with exit status %d",
             WEXITSTATUS(status));
    if (WIFSIGNALED(status)) {
        snprintf(cause, sizeof cause, "dies of signal %d", WTERMSIG(status));
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
            if (names[i].number == WTERMSIG(status))
                snprintf(cause, sizeof cause, "%s", names[i].cause);
    }
    record_fails(cause, print);
}

/* Waits for an end of its own if its channel is closed already. */
static int last_status(void)
{
    int status = 0;

    for (double until = system_seconds() + 2; system_seconds() < until;) {
        struct timespec nap = {0, 1000000};

        if (waitpid(prisoner, &status, WNOHANG) == prisoner)
            return status;
        nanosleep(&nap, 0);
    }
    kill(prisoner, SIGKILL);
    waitpid(prisoner, &status, 0);
    return status;
}

/* In a child, for rules and filters stay for ever. */
static int probe(void)
{
    static const char *const jails[] = {"none", "files", "seccomp",
                                        "seccomp files"};
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        _exit(files_confine("/", "") + 2 * syscalls_confine(LOADING, 0));
    waitpid(child, &status, 0);
    puts(jails[WIFEXITED(status) ? WEXITSTATUS(status) & 3 : 0]);
    return 0;
}

/* What was not printed is as if it had not been said. */
static int printed(int status)
{
    return fflush(stdout) || ferror(stdout) ? 112 : status;
}

int main(int argc, char **argv)
{
    struct rusage used;
    unsigned seconds;
    int status;

    if (argc == 2 && !strcmp(argv[1], "probe"))
        return probe();
    if (argc < 6) {
        fprintf(stderr,
                "usage: warden SECONDS MEGABYTES SECRET FOLDERS PROGRAM "
                "ARGUMENTS\n");
        return 2;
    }
    seconds = (unsigned)atoi(argv[1]);
    for (size_t i = 0; argv[3][i]; ++i) {
        if (i < sizeof secret - 1)
            secret[i] = argv[3][i];
        argv[3][i] = '.';
    }
    start(seconds, (unsigned)atoi(argv[2]), argv[4], argv + 5);
    signal(SIGPIPE, SIG_IGN);
    listen_to_it();
    if (record_was_last()) {
        kill(prisoner, SIGKILL);
        waitpid(prisoner, &status, 0);
        return printed(record_was_done() ? 0 : 111);
    }
    status = last_status();
    getrusage(RUSAGE_CHILDREN, &used);
    heard_prattle();
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && seconds > 0 &&
        used.ru_utime.tv_sec + used.ru_stime.tv_sec >= (time_t)seconds)
        record_fails("loops: no answer in time", print);
    name_end(status);
    return printed(111);
}
