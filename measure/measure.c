/* SPDX-License-Identifier: CC0-1.0 */
/*
 * How fast is an implementation? Usage:
 *
 *   measure COUNTER STEP SAMPLES PACE PATIENCE LENGTHS...
 *
 * COUNTER   the counter to read, by its name
 * STEP      the ticks it moves by, as doctor found
 * SAMPLES   timings of each length, at most MOST
 * PACE      operations per core cycle that an undisturbed core does in
 *           clock_probe, as found so far; 0 when nothing is known
 * PATIENCE  milliseconds to spend on repeating disturbed groups
 * LENGTHS   MLEN or FIRST:LAST:STEP, in bytes
 *
 * Lengths are timed in groups that take some 0.1 ms. The clock is probed
 * before and after each group; a group is timed again when the clock moved, the
 * core was shared, or the system took the CPU away. What stays disturbed
 * is printed all the same, with a flag.
 *
 * Prints, a group at a time (see docs/results.md for the words):
 *         pace P            operations per core cycle beside the group
 *         clock R           core cycles per tick beside the group
 *         calls MLEN K      a sample is the mean of K calls
 *         cycles MLEN M +d-d...   ticks; M is the second stabilized quartile
 *         flag MLEN CAUSE NUMBER
 *         done              last; without it the process was cut off
 */

#include "clock.h"
#include "counter.h"
#include "stq.h"
#include "subject.h"
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define LONGEST 65536 /* bytes of a message */
#define MOST 64       /* samples of a length */
#define GROUP 64      /* lengths of a group */
#define STEPS 100     /* of the counter that a sample should last, at least */
#define GROUP_TICKS 3e5
#define DRIFT 0.005 /* of the clock, within a group */
#define SHARED 0.97 /* of the pace: less is a core that others use too */

struct timing {
    size_t mlen;
    unsigned calls; /* per sample */
    uint64_t stamp[MOST + 1];
};

struct group {
    struct timing timing[GROUP];
    unsigned lengths;
    struct clock_reading before, after;
    long switched; /* times the system took the CPU away */
};

static unsigned char *message;
static unsigned char digest[SUBJECT_MAX_BYTES];

/* The timed loop: the counter is read before each sample. */
static void time_calls(uint64_t (*ticks)(void), struct timing *t, unsigned n)
{
    for (unsigned i = 0; i <= n; ++i) {
        t->stamp[i] = ticks();
        for (unsigned j = 0; j < t->calls; ++j)
            subject.hash(digest, message, t->mlen);
    }
}

/* One call, to warm up and to see how long it takes, in ticks. */
static uint64_t warm_up(uint64_t (*ticks)(void), size_t mlen)
{
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < 3; ++i) {
        uint64_t t = ticks();
        subject.hash(digest, message, mlen);
        t = ticks() - t;
        least = t < least ? t : least;
    }
    return least;
}

static long switches(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return r.ru_nivcsw;
}

static void time_group(const struct counter *c, struct group *g, unsigned n)
{
    long start = switches();

    for (unsigned i = 0; i < g->lengths; ++i) {
        warm_up(c->read, g->timing[i].mlen);
        time_calls(c->read, &g->timing[i], n);
    }
    g->switched = switches() - start;
}

static double pace_of(const struct group *g)
{
    return g->before.pace < g->after.pace ? g->before.pace : g->after.pace;
}

static double drift_of(const struct group *g)
{
    double d = g->after.ratio / g->before.ratio - 1;

    return d < 0 ? -d : d;
}

static int disturbed(const struct group *g, double pace)
{
    return drift_of(g) > DRIFT || pace_of(g) < SHARED * pace || g->switched;
}

static void print_group(struct group *g, unsigned n, double pace)
{
    printf("pace %.3f\n", pace_of(g));
    printf("clock %.5f\n", (g->before.ratio + g->after.ratio) / 2);
    for (unsigned i = 0; i < g->lengths; ++i) {
        struct timing *t = &g->timing[i];
        int64_t sample[MOST], middle;

        for (unsigned j = 0; j < n; ++j)
            sample[j] =
                (int64_t)(t->stamp[j + 1] - t->stamp[j] + t->calls / 2) /
                t->calls;
        middle = stq2(sample, n);
        if (t->calls > 1)
            printf("calls %lu %u\n", (unsigned long)t->mlen, t->calls);
        printf("cycles %lu %lld ", (unsigned long)t->mlen, (long long)middle);
        for (unsigned j = 0; j < n; ++j)
            printf("%+lld", (long long)(sample[j] - middle));
        printf("\n");
        if (drift_of(g) > DRIFT)
            printf("flag %lu drift %.4f\n", (unsigned long)t->mlen,
                   drift_of(g));
        if (pace_of(g) < SHARED * pace)
            printf("flag %lu shared %.3f\n", (unsigned long)t->mlen,
                   pace_of(g) / pace);
        if (g->switched)
            printf("flag %lu switched %ld\n", (unsigned long)t->mlen,
                   g->switched);
    }
}

/* A number of the command line, within bounds. */
static double number(const char *what, const char *text, double low,
                     double high)
{
    char *end;
    double x = strtod(text, &end);

    if (end == text || *end || !(x >= low && x <= high)) {
        fprintf(stderr, "measure: %s is %s, not between %g and %g\n", what,
                text, low, high);
        exit(2);
    }
    return x;
}

static const struct counter *counter_named(const char *name)
{
    for (int i = 0; counters[i]; ++i)
        if (!strcmp(counters[i]->name, name) && !counters[i]->open())
            return counters[i];
    return 0;
}

static double milliseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* The clock's reading with the pace in operations per core cycle. */
static struct clock_reading probe(const struct clock *k)
{
    struct clock_reading r = clock_read(k);

    if (r.ratio > 0)
        r.pace /= r.ratio;
    return r;
}

/* Times a group until nothing disturbs it, or the patience is used up. */
static void measure_group(const struct clock *k, struct group *g, unsigned n,
                          double *pace, double *patience)
{
    for (;;) {
        double start = milliseconds();

        do {
            g->before = probe(k);
            if (g->before.pace > *pace)
                *pace = g->before.pace;
        } while (g->before.pace < SHARED * *pace &&
                 milliseconds() - start < *patience);
        time_group(k->counter, g, n);
        g->after = probe(k);
        if (g->after.pace > *pace)
            *pace = g->after.pace;
        if (!disturbed(g, *pace) || *patience <= 0)
            break;
        *patience -= milliseconds() - start;
    }
    print_group(g, n, *pace);
    g->lengths = 0;
}

/* Adds a length to a group; returns the ticks that it will take. */
static double add_length(const struct counter *c, struct group *g, size_t mlen,
                         double step, unsigned n)
{
    struct timing *t = &g->timing[g->lengths++];
    double once = (double)warm_up(c->read, mlen);

    t->mlen = mlen;
    t->calls = 1;
    if (once < STEPS * step)
        t->calls += (unsigned)(STEPS * step / (once < 1 ? 1 : once));
    return once * t->calls * n;
}

/* A length, or the first, the last and the step of several. */
static void parse_lengths(const char *text, unsigned long range[3])
{
    int fields = sscanf(text, "%lu:%lu:%lu", &range[0], &range[1], &range[2]);

    if (fields == 1) {
        range[1] = range[0];
        range[2] = 1;
    }
    if ((fields != 1 && fields != 3) || range[0] > LONGEST ||
        range[1] > LONGEST || range[2] == 0) {
        fprintf(stderr,
                "measure: %s is no MLEN and no FIRST:LAST:STEP up to %d\n",
                text, LONGEST);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    static struct group group;
    const struct counter *c;
    struct clock clock;
    double step, pace, patience, ticks = 0;
    unsigned n;

    if (argc < 7) {
        fprintf(stderr, "usage: measure COUNTER STEP SAMPLES PACE PATIENCE "
                        "MLEN|FIRST:LAST:STEP...\n");
        return 2;
    }
    c = counter_named(argv[1]);
    if (!c) {
        fprintf(stderr, "measure: counter %s does not work\n", argv[1]);
        return 2;
    }
    step = number("STEP", argv[2], 1, 1e9);
    n = (unsigned)number("SAMPLES", argv[3], 1, MOST);
    pace = number("PACE", argv[4], 0, 1e3);
    patience = number("PATIENCE", argv[5], 0, 1e9);
    message = malloc(LONGEST);
    if (!message)
        return 2;
    generate(&messages, message, LONGEST);
    clock_open(&clock, c, step);
    for (int i = 6; i < argc; ++i) {
        unsigned long range[3];

        parse_lengths(argv[i], range);
        for (size_t mlen = range[0]; mlen <= range[1]; mlen += range[2]) {
            ticks += add_length(c, &group, mlen, step, n);
            if (ticks < GROUP_TICKS && group.lengths < GROUP)
                continue;
            measure_group(&clock, &group, n, &pace, &patience);
            ticks = 0;
        }
    }
    if (group.lengths)
        measure_group(&clock, &group, n, &pace, &patience);
    printf("done\n");
    return 0;
}
