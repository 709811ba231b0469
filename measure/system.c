/* SPDX-License-Identifier: CC0-1.0 */
#include "system.h"

#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#ifdef __APPLE__
#include <pthread.h>
#include <pthread/qos.h>
#include <sys/sysctl.h>
#endif

void system_limit(int resource, unsigned long long n)
{
    struct rlimit r;

    r.rlim_cur = (rlim_t)n;
    r.rlim_max = (rlim_t)(n + (resource == RLIMIT_CPU));
    setrlimit(resource, &r);
}

double system_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void system_end_with_parent(void)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

void system_close_from(int first)
{
#if defined(__linux__) && defined(SYS_close_range)
    if (syscall(SYS_close_range, first, ~0u, 0) == 0)
        return;
#endif
    for (int fd = first; fd < 1024; ++fd)
        close(fd);
}

/* A thread of this class goes to an efficiency core only when no other is free.
   No process can choose its core on Apple's. */
void system_ask_for_fast_core(void)
{
#ifdef __APPLE__
    pthread_set_qos_class_self_np(QOS_CLASS_USER_INTERACTIVE, 0);
#endif
}

#ifdef __APPLE__
/* The logical CPUs of one level: 0 are the performance cores, 1 the others. */
static size_t cpus_of_level(const char *name)
{
    int n = 0;
    size_t size = sizeof n;

    return sysctlbyname(name, &n, &size, 0, 0) || n < 0 ? 0 : (size_t)n;
}
#endif

/* macOS numbers the efficiency cores first. */
const char *system_kind_of_core(void)
{
#if defined(__APPLE__) && defined(__aarch64__)
    size_t cpu, few = cpus_of_level("hw.perflevel1.logicalcpu");

    if (few > 0 && pthread_cpu_number_np(&cpu) == 0)
        return cpu < few ? "efficiency" : "performance";
#endif
    return 0;
}
