/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Does counter_fits see what is wrong with a counter? A table of counters, in
 * counters.inc beside this file, each with one fault or peculiarity. Exit
 * status 1 when one is judged wrongly.
 */

#include "counter.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static uint64_t nanoseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static const char *ready(void) { return 0; }

static const char *locked(void)
{
    errno = EACCES;
    return "opening";
}

static uint64_t read_illegal(void)
{
    raise(SIGILL);
    return 0;
}

static uint64_t read_fault(void)
{
    const volatile uint64_t *p =
        mmap(0, sizeof *p, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return *p;
}

static uint64_t read_still(void) { return 7; }

static uint64_t read_backwards(void)
{
    static int n;

    return nanoseconds() - (++n % 500 == 0 ? 1000000 : 0);
}

static uint64_t read_stepping(void) { return nanoseconds() / 40 * 26; }

/* Steps of 24.45, as a hypervisor makes them. */
static uint64_t read_scaled(void) { return nanoseconds() / 40 * 2445 / 100; }

static uint64_t read_smooth(void)
{
    static uint64_t n;

    return n += 3 + nanoseconds() % 7;
}

const struct counter counter_closed = {"closed", locked, read_still, 0};
const struct counter counter_illegal = {"illegal", ready, read_illegal, 0};
const struct counter counter_fault = {"fault", ready, read_fault, 0};
const struct counter counter_still = {"still", ready, read_still, 0};
const struct counter counter_backwards = {"backwards", ready, read_backwards,
                                          0};
const struct counter counter_stepping = {"stepping", ready, read_stepping, 0};
const struct counter counter_scaled = {"scaled", ready, read_scaled, 0};
const struct counter counter_smooth = {"smooth", ready, read_smooth, 0};

/* In the order of counters.inc: the reason to refuse, or the step. */
static const struct {
    const char *refused;
    double step;
} expected[] = {
    {"opening: Permission denied", 0},
    {"Illegal instruction", 0},
    {"Segmentation fault", 0},
    {"stands still", 0},
    {"goes backwards", 0},
    {"", 26},
    {"", 24.45},
    {"", 1},
};

/* A counter of 32 bits, seen after steps up to the greatest allowed, across
   many ends of its range, and once a step back. */
static int widens_wrongly(void)
{
    uint64_t truth = 0, wide = 0;
    uint32_t step;

    for (step = 1; step < 0x7fffff00; step += step / 64 + 1) {
        truth += step;
        wide = counter_widen(wide, (uint32_t)truth);
        if (wide != truth)
            return 1;
    }
    return counter_widen(wide, (uint32_t)(truth - 5)) != truth - 5;
}

int main(void)
{
    struct counter_report r;
    int i, wrong = widens_wrongly();

    for (i = 0; counters[i] != 0; i++) {
        double step = expected[i].step;
        int bad;

        counter_fits(counters[i], &r);
        bad = strcmp(r.refused, expected[i].refused) != 0 ||
              (step != 0 && (r.step < 0.98 * step || r.step > 1.02 * step));
        printf("counter %s %s step %.4g: %s\n", counters[i]->name,
               r.refused[0] ? r.refused : "ok", r.step,
               bad ? "wrong" : "as expected");
        wrong += bad;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
