/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Which cycle counter can be trusted here? A counter may be absent from the
 * processor (SIGILL), closed to users by the kernel (SIGILL, SIGSEGV), closed
 * by a hypervisor (reads as 0), switched off (stands still), or not
 * synchronised between cores (goes backwards). None of this can be known
 * without trying, so each is tried, with a net below it.
 */

#include "counter.h"
#include "system.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNTER(name) extern const struct counter counter_##name;
#include "counters.inc"
#undef COUNTER

#define COUNTER(name) &counter_##name,
const struct counter *const counters[] = {
#include "counters.inc"
    0,
};
#undef COUNTER

enum { DIFFERENCES = 1000 };

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* How many of n differences are not multiples of step, as far as rounding
   each reading to a whole tick lets us know. */
static int strays(const uint64_t *d, int n, double step)
{
    int i, count = 0;

    for (i = 0; i < n; i++) {
        uint64_t steps = (uint64_t)((double)d[i] / step + 0.5);
        double stray = (double)d[i] - step * (double)steps;

        count += stray >= 1.5 || stray <= -1.5;
    }
    return count;
}

static uint64_t divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t t = a % b;

        a = b;
        b = t;
    }
    return a;
}

/* The step that fits all n differences best, by least squares; each is as many
   steps as the step given says. One difference alone is rounded by a tick. */
static double fitted(const uint64_t *d, int n, double step)
{
    double product = 0, square = 0;
    int i;

    for (i = 0; i < n; i++) {
        double steps = (double)(uint64_t)((double)d[i] / step + 0.5);

        product += steps * (double)d[i];
        square += steps * steps;
    }
    return square > 0 ? product / square : step;
}

/*
 * The greatest common divisor would be the answer, did hypervisors not scale
 * the TSC: one that moves by 24.45 ticks gives differences of 24, 25, 49, 73,
 * 74... So: the largest step of which nearly all differences are multiples
 * within rounding. A step below 8 is not told from 1 that way, but by the
 * divisor. The differences d are sorted and come from delays of many lengths
 * (see examine); those of interruptions would need the step too exactly, and
 * are left out.
 */
static double common_step(const uint64_t *d, int n)
{
    uint64_t gcd = 0, some;
    int i, k;

    while (n > 0 && d[0] == 0)
        d++, n--;
    while (n > 0 && d[n - 1] > 32 * d[n / 10])
        n--;
    if (n == 0)
        return 1;
    for (i = 0; i < n; i++)
        gcd = divisor(gcd, d[i]);
    if (gcd > 1)
        return (double)gcd;
    some = d[n * 9 / 10];
    for (k = 1; some >= 8 * (uint64_t)k; k++)
        if (strays(d, n, (double)some / k) <= n / 50)
            return fitted(d, n, (double)some / k);
    return 1;
}

/* Some work, longer for larger n, that no compiler leaves out; not so regular
   that its lengths have a common divisor of their own. */
static void delay(int n)
{
    volatile unsigned sink = 1;

    if (n & 1)
        sink = sink / 3;
    if (n & 2)
        sink = sink ^ sink >> 5;
    while (n-- > 0)
        sink = sink * 3;
}

/* What is wrong with an opened counter, or 0. */
static const char *examine(const struct counter *c, struct counter_report *r)
{
    uint64_t d[DIFFERENCES], first, last, now;
    double until;
    int i, j;

    first = c->read();
    until = system_seconds() + 1e-3;
    do
        delay(100);
    while (system_seconds() < until);
    if (c->read() == first)
        return "stands still";

    last = c->read();
    for (i = 0; i < DIFFERENCES; i++) {
        delay(i % 41);
        now = c->read();
        d[i] = now - last;
        if (d[i] >> 63)
            return "goes backwards";
        last = now;
    }
    qsort(d, DIFFERENCES, sizeof d[0], compare);
    r->step = common_step(d, DIFFERENCES);

    for (i = 0; i < DIFFERENCES / 10; i++) {
        first = c->read();
        for (j = 0; j < 32; j++)
            last = c->read();
        d[i] = last - first;
    }
    qsort(d, DIFFERENCES / 10, sizeof d[0], compare);
    r->cost = (double)d[DIFFERENCES / 20] / 32;
    return 0;
}

static sigjmp_buf net;

static void fall(int signal) { siglongjmp(net, signal); }

static void try(const struct counter *c, struct counter_report *r)
{
    const char *wrong;
    int signal = sigsetjmp(net, 1);

    if (signal != 0) {
        snprintf(r->refused, sizeof r->refused, "%s", strsignal(signal));
        return;
    }
    errno = 0;
    wrong = c->open();
    if (wrong == 0) {
        wrong = examine(c, r);
        errno = 0;
    }
    if (wrong != 0)
        snprintf(r->refused, sizeof r->refused, "%s%s%s", wrong,
                 errno ? ": " : "", errno ? strerror(errno) : "");
}

int counter_fits(const struct counter *c, struct counter_report *report)
{
    static const int traps[] = {SIGILL, SIGSEGV, SIGBUS, SIGTRAP, SIGFPE};
    enum { TRAPS = sizeof traps / sizeof traps[0] };
    struct sigaction catch, before[TRAPS];
    int i;

    memset(report, 0, sizeof *report);
    memset(&catch, 0, sizeof catch);
    catch.sa_handler = fall;
    for (i = 0; i < TRAPS; i++)
        sigaction(traps[i], &catch, &before[i]);
    try(c, report);
    for (i = 0; i < TRAPS; i++)
        sigaction(traps[i], &before[i], 0);
    return report->refused[0] == 0;
}

const struct counter *counter_choose(const char *only,
                                     struct counter_report *report)
{
    int i;

    memset(report, 0, sizeof *report);
    snprintf(report->refused, sizeof report->refused, "no such counter here");
    for (i = 0; counters[i] != 0; i++)
        if (only == 0 || strcmp(only, counters[i]->name) == 0)
            if (counter_fits(counters[i], report))
                return counters[i];
    return 0;
}

/* Both clocks are read together at each end, the counter between two looks at
   the system's clock; of several tries the tightest pair counts. */
static void look(const struct counter *c, double *seconds, uint64_t *ticks)
{
    double before, after, best = 1;
    int i;

    for (i = 0; i < 10; i++) {
        uint64_t now;

        before = system_seconds();
        now = c->read();
        after = system_seconds();
        if (i == 0 || after - before < best) {
            best = after - before;
            *seconds = (before + after) / 2;
            *ticks = now;
        }
    }
}

double counter_persecond(const struct counter *c, double seconds)
{
    double start, end;
    uint64_t first, last;

    look(c, &start, &first);
    while (system_seconds() < start + seconds)
        continue;
    look(c, &end, &last);
    return (double)(last - first) / (end - start);
}
