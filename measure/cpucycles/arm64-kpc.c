/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Core cycles of Apple's processors by macOS's library kperf, which has no
 * header: counters of the class "fixed", of which the first one counts cycles.
 * Not yet tried.
 *
 * Who may read it: root. Their numbers and classes are those of XNU's
 * osfmk/kern/kpc.h.
 *
 * What is wrong with it: each reading is a system call.
 */

#include "counter.h"

#if defined(__APPLE__) && defined(__aarch64__)

#include <dlfcn.h>

enum { FIXED = 1, MOST = 32 };

static int (*thread_counters)(uint32_t thread, uint32_t count, uint64_t *of);
static uint32_t count;

static const char *kpc_open(void)
{
    void *kperf = dlopen(
        "/System/Library/PrivateFrameworks/kperf.framework/kperf", RTLD_LAZY);
    uint32_t (*how_many)(uint32_t classes);
    int (*start)(uint32_t classes), (*start_thread)(uint32_t classes);

    if (!kperf)
        return "macOS's kperf";
    *(void **)&how_many = dlsym(kperf, "kpc_get_counter_count");
    *(void **)&start = dlsym(kperf, "kpc_set_counting");
    *(void **)&start_thread = dlsym(kperf, "kpc_set_thread_counting");
    *(void **)&thread_counters = dlsym(kperf, "kpc_get_thread_counters");
    if (!how_many || !start || !start_thread || !thread_counters)
        return "kpc in macOS's kperf";
    count = how_many(FIXED);
    if (count < 1 || count > MOST)
        return "a counter of cycles";
    if (start(FIXED) || start_thread(FIXED))
        return "root's rights to kpc";
    return 0;
}

static uint64_t kpc_read(void)
{
    uint64_t counters[MOST] = {0};

    thread_counters(0, count, counters);
    return counters[0];
}

const struct counter counter_arm64_kpc = {"arm64-kpc", kpc_open, kpc_read, 1};

#elif defined(__aarch64__)

static const char *kpc_open(void) { return "not macOS when compiled"; }

static uint64_t kpc_read(void) { return 0; }

const struct counter counter_arm64_kpc = {"arm64-kpc", kpc_open, kpc_read, 1};

#else
typedef int nothing; /* ISO C wants a declaration in a file */
#endif
