/* SPDX-License-Identifier: CC0-1.0 */
/*
 * How fast is an implementation? Usage:
 *
 *   measure COUNTER STEP GROUP SAMPLES PACE PATIENCE LENGTHS...
 *
 * COUNTER   the counter to read, by its name
 * STEP      ticks: a sample lasts a hundred of these at least
 * GROUP     ticks: lengths are timed in groups that take about so long
 * SAMPLES   timings of each length, at most MOST
 * PACE      instructions per core cycle when nobody shares the core, from
 *           doctor; 0 when it is unknown
 * PATIENCE  milliseconds to spend on repeating disturbed groups
 * LENGTHS   MLEN or FIRST:LAST:STEP, in bytes
 *
 * A group is timed again when the clock moved, the core was shared, or the
 * system took the CPU away (watch.c). A group that stays disturbed is printed
 * all the same, with a flag. Groups are short because quiet moments are short:
 * half a millisecond on a busy host.
 *
 * Prints, a group at a time (docs/results.md explains the words):
 *
 *   pace P            instructions per core cycle of a probe beside the group
 *   clock R           core cycles per tick; none when it is unknown
 *   calls MLEN K      a sample is the mean of K calls
 *   cycles MLEN M +d-d...   ticks; M is the second stabilized quartile
 *   flag MLEN CAUSE NUMBER
 *   done              last; without it the process was cut off
 */

#include "counter.h"
#include "quartiles.h"
#include "subject.h"
#include "vectors.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 65536       /* bytes of a message */
#define MOST QUARTILES_MOST /* samples of a length */
#define FEWEST 3    /* samples of a length whose calls outlast a group */
#define GROUP 64    /* lengths of a group */
#define STEPS 100   /* least duration of a sample, in steps of the counter */
#define UNEVEN 0.02 /* distance of the quartiles, in parts of the median */

struct timing {
    size_t mlen;
    unsigned calls;   /* per sample */
    unsigned samples; /* at most MOST */
    uint64_t stamp[MOST + 1];
    unsigned char digest[SUBJECT_MAX_BYTES]; /* before it was timed */
};

struct group {
    struct timing timing[GROUP];
    unsigned lengths;
};

/* What the driver asked for. */
struct order {
    const struct counter *counter;
    struct watch watch;
    double step, group; /* ticks */
    double patience;    /* milliseconds, for all lengths */
    unsigned samples;
};

static unsigned char *message;
static unsigned char digest[SUBJECT_MAX_BYTES];

/* The timed loop: the counter is read before each sample. */
static void time_calls(uint64_t (*ticks)(void), struct timing *t)
{
    for (unsigned i = 0; i <= t->samples; ++i) {
        t->stamp[i] = ticks();
        for (unsigned j = 0; j < t->calls; ++j)
            subject.hash(digest, message, t->mlen);
    }
    subject_settle();
}

/* A few calls, to warm up; returns the ticks of the shortest. */
static uint64_t warm_up(uint64_t (*ticks)(void), size_t mlen)
{
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < 3; ++i) {
        uint64_t t = ticks();
        subject.hash(digest, message, mlen);
        t = ticks() - t;
        least = t < least ? t : least;
    }
    subject_settle();
    return least;
}

/* Ticks of a call, each sample the rounded mean of its calls. */
static void samples_of(const struct timing *t, int64_t sample[MOST])
{
    for (unsigned i = 0; i < t->samples; ++i)
        sample[i] = (int64_t)((t->stamp[i + 1] - t->stamp[i] + t->calls / 2) /
                              t->calls);
}

/*
 * The same work on the same message takes the same time; where it does not, a
 * busy moment came and went between the probes. A counter's step is no
 * difference.
 */
static double unevenness(const struct timing *t, double step)
{
    int64_t sample[MOST];

    samples_of(t, sample);
    return spread(sample, t->samples, (2 * step + 1) / t->calls);
}

static void print_timing(const struct timing *t, double step)
{
    unsigned long mlen = (unsigned long)t->mlen;
    int64_t sample[MOST], middle;

    samples_of(t, sample);
    middle = stq2(sample, t->samples);
    if (t->calls > 1)
        printf("calls %lu %u\n", mlen, t->calls);
    printf("cycles %lu %lld ", mlen, (long long)middle);
    for (unsigned i = 0; i < t->samples; ++i)
        printf("%+lld", (long long)(sample[i] - middle));
    printf("\n");
    if (unevenness(t, step) > UNEVEN)
        printf("flag %lu uneven %.3f\n", mlen, unevenness(t, step));
}

/* If the digest changes, the timed calls may have done less work. */
static void check_digest(const struct timing *t)
{
    if (memcmp(digest, t->digest, subject.bytes)) {
        printf("flag - changes its answer while it is timed, %lu bytes\n",
               (unsigned long)t->mlen);
        exit(3);
    }
}

static void measure_group(struct order *o, struct group *g)
{
    struct sight sight;
    int uneven;

    do {
        uneven = 0;
        watch_begin(&o->watch, &sight);
        for (unsigned i = 0; i < g->lengths; ++i) {
            warm_up(o->counter->read, g->timing[i].mlen);
            time_calls(o->counter->read, &g->timing[i]);
            check_digest(&g->timing[i]);
            uneven |= unevenness(&g->timing[i], o->step) > UNEVEN;
        }
    } while (watch_end(&o->watch, &sight, uneven));
    watch_print(&o->watch, &sight);
    for (unsigned i = 0; i < g->lengths; ++i) {
        print_timing(&g->timing[i], o->step);
        watch_print_flags(&o->watch, &sight, (unsigned long)g->timing[i].mlen);
    }
    g->lengths = 0;
}

/* Adds a length to a group; returns the ticks that it will take. */
static double add_length(const struct order *o, struct group *g, size_t mlen)
{
    struct timing *t = &g->timing[g->lengths++];
    double once = (double)warm_up(o->counter->read, mlen);

    memcpy(t->digest, digest, subject.bytes);
    t->mlen = mlen;
    t->calls = 1;
    if (once < STEPS * o->step)
        t->calls += (unsigned)(STEPS * o->step / (once < 1 ? 1 : once));
    once *= t->calls;
    t->samples = o->samples;
    if (once * t->samples > 4 * o->group)
        t->samples = (unsigned)(4 * o->group / once);
    if (t->samples < FEWEST)
        t->samples = o->samples < FEWEST ? o->samples : FEWEST;
    return once * t->samples;
}

/* MLEN is a range of one. */
static void parse_range(const char *text, unsigned long range[3])
{
    int fields = sscanf(text, "%lu:%lu:%lu", &range[0], &range[1], &range[2]);

    if (fields == 1) {
        range[1] = range[0];
        range[2] = 1;
    }
    if ((fields != 1 && fields != 3) || range[0] > LONGEST ||
        range[1] > LONGEST || range[2] == 0) {
        fprintf(stderr, "measure: %s is no MLEN and no FIRST:LAST:STEP to %d\n",
                text, LONGEST);
        exit(2);
    }
}

/* Times lengths[0..n). Patience is given out evenly, for a busy hour at the
   beginning must not leave the end without; a tenth is there from the start. */
static void measure_lengths(struct order *o, const size_t *lengths, size_t n)
{
    static struct group g;
    double ticks = 0;

    for (size_t i = 0; i < n; ++i) {
        ticks += add_length(o, &g, lengths[i]);
        if (ticks < o->group && g.lengths < GROUP && i + 1 < n)
            continue;
        o->watch.patience =
            o->patience * (0.1 + 0.9 * (double)(i + 1) / (double)n);
        measure_group(o, &g);
        ticks = 0;
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
    fprintf(stderr, "measure: counter %s does not work\n", name);
    exit(2);
}

int main(int argc, char **argv)
{
    static struct order o;
    static size_t lengths[LONGEST + 1];
    size_t n = 0;

    if (argc < 8) {
        fprintf(stderr, "usage: measure COUNTER STEP GROUP SAMPLES PACE "
                        "PATIENCE MLEN|FIRST:LAST:STEP...\n");
        return 2;
    }
    o.counter = counter_named(argv[1]);
    o.step = number("STEP", argv[2], 1, 1e9);
    o.group = number("GROUP", argv[3], 1, 1e12);
    o.samples = (unsigned)number("SAMPLES", argv[4], 1, MOST);
    message = malloc(LONGEST);
    if (!message) {
        fprintf(stderr, "measure: no memory for a message\n");
        return 2;
    }
    generate(&messages, message, LONGEST);
    o.patience = number("PATIENCE", argv[6], 0, 1e9);
    watch_open(&o.watch, o.counter, o.step, number("PACE", argv[5], 0, 1e3));
    for (int i = 7; i < argc; ++i) {
        unsigned long range[3];

        parse_range(argv[i], range);
        for (size_t mlen = range[0]; mlen <= range[1] && n <= LONGEST;
             mlen += range[2])
            lengths[n++] = mlen;
    }
    measure_lengths(&o, lengths, n);
    printf("done\n");
    return 0;
}
