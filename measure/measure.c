/* SPDX-License-Identifier: CC0-1.0 */
/*
 * How fast is an implementation? Usage:
 *
 *   measure COUNTER STEP GROUP SAMPLES PACE PATIENCE LAYOUT LENGTHS...
 *
 * COUNTER   the counter to read, by its name
 * STEP      ticks: a sample lasts a hundred of these at least
 * GROUP     ticks: lengths are timed in groups that take about so long
 * SAMPLES   timings of each length, at most SAMPLES_MOST
 * PACE      instructions per core cycle when nobody shares the core, from
 *           doctor; 0 when it is unknown
 * PATIENCE  milliseconds to spend on repeating disturbed groups
 * LAYOUT    two numbers: where the stack and where the message begins, in
 *           bytes from the beginning of a page, multiples of 16
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
 *   answer MLEN START CALLS HEX   what the timed calls left (lanes.h); the
 *                     warden drew START just before them, so nothing of their
 *                     messages was known while the code warmed up
 *   layout CODE STACK MESSAGE   the addresses of crypto_hash, of the stack and
 *                     of the message, modulo the size of a page
 *   fails timing MLEN CAUSE, and exit status 111
 *   done              last; without it the process was cut off
 */

#include "channel.h"
#include "counter.h"
#include "jail.h"
#include "lanes.h"
#include "place.h"
#include "samples.h"
#include "state.h"
#include "subject.h"
#include "system.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST LANES_MOST /* bytes of a message */
#define FEWEST 3           /* samples of a length whose calls outlast a group */
#define GROUP 64           /* lengths of a group */
#define TRIES 3            /* of a group that only its own samples disturb */
#define STEPS 100 /* least duration of a sample, in steps of the counter */

const int jail_limited = 0;

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

/* The timed loop: the counter is read before each sample. */
static __attribute__((noinline)) void time_calls(uint64_t (*ticks)(void),
                                                 struct timing *t)
{
    const struct lane *l = each_lane;
    int (*hash)(unsigned char *, const unsigned char *, unsigned long long) =
        subject.hash;
    unsigned long long mlen = t->mlen;
    unsigned samples = t->samples, calls = t->calls;

    state_clean(); /* dirty registers would slow what is timed */
    for (unsigned i = 0; i <= samples; ++i) {
        t->stamp[i] = ticks();
        for (unsigned j = 0; j < calls; ++j, l = l->next)
            LANE_CALL(hash, l, mlen);
    }
    state_clean(); /* or doubles are NaN behind MMX on x86 */
}

/* A few calls, to warm up; returns the ticks of the shortest. */
static uint64_t warm_up(uint64_t (*ticks)(void), size_t mlen)
{
    uint64_t least = UINT64_MAX;

    place.mlen = mlen;
    state_clean();
    for (int i = 0; i < 3; ++i) {
        uint64_t t = ticks();
        subject.hash(each_lane[0].out, each_lane[0].in, mlen);
        t = ticks() - t;
        least = t < least ? t : least;
    }
    state_clean();
    return least;
}

/* Warms up at the place in the stack where the calls are timed. */
static __attribute__((noinline)) void time_warm(uint64_t (*ticks)(void),
                                                struct timing *t)
{
    warm_up(ticks, t->mlen);
    t->start = channel_draw(ticks);
    lanes_start(t->start, t->mlen);
    t->switched = -watch_switches(); /* the warden's turn is over */
    time_calls(ticks, t);
    t->switched += watch_switches();
    lanes_answer(t->answer);
}

static void measure_group(struct order *o, struct group *g)
{
    struct sight sight;
    long switched;
    int uneven, tries = 0;

    do {
        switched = uneven = 0;
        watch_begin(&o->watch, &sight);
        for (unsigned i = 0; i < g->lengths; ++i) {
            place_call(time_warm, o->counter->read, &g->timing[i]);
            switched += g->timing[i].switched;
            uneven |= samples_uneven(&g->timing[i], o->step) > UNEVEN;
        }
    } while (watch_end(&o->watch, &sight, switched, uneven && ++tries < TRIES));
    watch_print(&o->watch, &sight);
    for (unsigned i = 0; i < g->lengths; ++i) {
        samples_print(&g->timing[i], o->step);
        watch_print_flags(&o->watch, &sight, (unsigned long)g->timing[i].mlen);
    }
    g->lengths = 0;
}

/* Adds a length to a group; returns the ticks that it will take. */
static double add_length(const struct order *o, struct group *g, size_t mlen)
{
    struct timing *t = &g->timing[g->lengths++];
    double once = (double)warm_up(o->counter->read, mlen);

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
        fail("%s is no MLEN and no FIRST:LAST:STEP to %d", text, LONGEST);
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
        fail("%s is %s, not between %g and %g", what, text, low, high);
    }
    return x;
}

static const struct counter *counter_named(const char *name)
{
    for (int i = 0; counters[i]; ++i)
        if (!strcmp(counters[i]->name, name) && !counters[i]->open())
            return counters[i];
    fail("counter %s does not work", name);
}

int main(int argc, char **argv)
{
    static struct order o;
    static size_t lengths[LONGEST + 1];
    size_t n = 0, longest = 0;
    unsigned char *message;
    unsigned offset;

    system_ask_for_fast_core();
    jail(argc, argv);
    jail_phase("timing");
    if (argc < 10)
        fail("needs COUNTER STEP GROUP SAMPLES PACE PATIENCE STACK MESSAGE "
             "MLEN|FIRST:LAST:STEP...");
    o.counter = counter_named(argv[1]);
    o.step = number("STEP", argv[2], 1, 1e9);
    o.group = number("GROUP", argv[3], 1, 1e12);
    o.samples = (unsigned)number("SAMPLES", argv[4], 1, SAMPLES_MOST);
    o.patience = number("PATIENCE", argv[6], 0, 1e9);
    watch_open(&o.watch, o.counter, o.step, number("PACE", argv[5], 0, 1e3));
    place_stack((unsigned)number("STACK", argv[7], 0, PAGE - 1));
    offset = (unsigned)number("MESSAGE", argv[8], 0, PAGE - 1);
    for (int i = 9; i < argc; ++i) {
        unsigned long range[3];

        parse_range(argv[i], range);
        for (size_t mlen = range[0]; mlen <= range[1] && n <= LONGEST;
             mlen += range[2])
            lengths[n++] = mlen;
        longest = range[1] > longest ? range[1] : longest;
    }
    message = place_message(LANES_ROOM(longest), offset);
    lanes_open(message, longest);
    measure_lengths(&o, lengths, n);
    channel_say("layout %u %u %u", (unsigned)((uintptr_t)subject.hash % PAGE),
                place_found(), (unsigned)((uintptr_t)message % PAGE));
    jail_inspect();
    jail_done();
}
