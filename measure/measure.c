/* SPDX-License-Identifier: CC0-1.0 */
/*
 * How fast is an implementation? Usage:
 *
 *   measure COUNTER STEP GROUP SAMPLES PACE PATIENCE SEED LAYOUT LENGTHS...
 *   measure COUNTER loop TICKS SEED MLEN
 *
 * COUNTER   the counter to read, by its name
 * STEP      ticks: a sample lasts a hundred of these at least
 * GROUP     ticks: lengths are timed in groups that take about so long
 * SAMPLES   timings of each length, at most MOST
 * PACE      instructions per core cycle when nobody shares the core, from
 *           doctor; 0 when it is unknown
 * PATIENCE  milliseconds to spend on repeating disturbed groups
 * SEED      chooses the message, those of chains, whose seeds follow, and the
 *           lengths whose answers are checked
 * LAYOUT    two numbers: where the stack and where the message begins, in
 *           bytes from the beginning of a page, multiples of 16
 * LENGTHS   MLEN or FIRST:LAST:STEP, in bytes
 *
 * With `loop` nothing is timed: MLEN bytes are hashed again and again for
 * TICKS, while the driver reads the energy that the machine takes
 * (build/energy.py). It prints `calls MLEN K`, where K is how often, and
 * `done`.
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
 *   answer MLEN CALLS MIDDLE TOTAL HEX   of a chain, behind all groups; the
 *                     n-th of a length begins with the message of SEED + n
 *   layout CODE STACK MESSAGE   the addresses of crypto_hash, of the stack and
 *                     of the message, modulo the size of a page
 *   fails timing MLEN CAUSE, and exit status 111
 *   done              last; without it the process was cut off
 */

#include "channel.h"
#include "counter.h"
#include "jail.h"
#include "quartiles.h"
#include "state.h"
#include "subject.h"
#include "system.h"
#include "vectors.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 1048576     /* bytes of a message */
#define PAGE 4096           /* bytes; offsets are addresses modulo this */
#define ALIGNED 16          /* bytes; as stacks and malloc are */
#define MOST QUARTILES_MOST /* samples of a length */
#define FEWEST 3    /* samples of a length whose calls outlast a group */
#define GROUP 64    /* lengths of a group */
#define STEPS 100   /* least duration of a sample, in steps of the counter */
#define UNEVEN 0.02 /* distance of the quartiles, in parts of the median */
#define FEW 8       /* lengths of a curve whose answers are checked */
#define LOOP 16     /* calls between two looks at the counter */
#define LOOKS 3     /* chains of a length; interrupts count as its time */
#define CHAINS 40   /* attempts at one that is not slow */
#define SELDOM 4    /* of so many lengths with long calls one is checked */
#define CHAIN_SLOWER 1.5 /* build/answers.py has the same */
#define CHAIN_TICKS 400
#define CHAIN_CYCLES 600.0 /* of the core, where ticks are longer */

const int jail_limited = 0;

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

/* The digest is that of the last call. */
static unsigned char last[SUBJECT_MAX_BYTES] __attribute__((aligned(64)));
static unsigned char *message, *digest = last;
static unsigned stack;            /* offset in a page, as it was asked for */
static unsigned found;            /* as it is */
static double usual[LONGEST + 1]; /* ticks of a call, by length */

/* The timed loop: the counter is read before each sample. */
static __attribute__((noinline)) void time_calls(uint64_t (*ticks)(void),
                                                 struct timing *t)
{
    state_clean(); /* dirty registers would slow what is timed */
    for (unsigned i = 0; i <= t->samples; ++i) {
        t->stamp[i] = ticks();
        for (unsigned j = 0; j < t->calls; ++j)
            subject.hash(digest, message, t->mlen);
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
        subject.hash(digest, message, mlen);
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
    time_calls(ticks, t);
}

static __attribute__((noinline)) uintptr_t frame(void)
{
    return (uintptr_t)__builtin_frame_address(0) & -(uintptr_t)ALIGNED;
}

/* Calls time below a hole in the stack if that is as large as it must be, or
   returns how many bytes it lacks. */
static __attribute__((noinline)) size_t
time_below(size_t hole, int last_try,
           void (*time)(uint64_t (*)(void), struct timing *),
           uint64_t (*ticks)(void), struct timing *t)
{
    volatile char *bottom = __builtin_alloca(hole + ALIGNED);
    size_t lacks;

    bottom[0] = 0;
    found = (unsigned)(frame() % PAGE);
    lacks = (found + PAGE - stack) % PAGE;
    if (lacks && !last_try)
        return lacks;
    time(ticks, t);
    return 0;
}

/* Calls time with the stack at the offset that was asked for. Compilers round
   holes, so it is tried a few times and then taken as it is. */
static void time_with_stack(void (*time)(uint64_t (*)(void), struct timing *),
                            uint64_t (*ticks)(void), struct timing *t)
{
    size_t hole = 0, lacks;

    for (int i = 0; (lacks = time_below(hole, i == 3, time, ticks, t)); ++i)
        hole += lacks;
}

/* Memory for n bytes at an offset in a page. */
static unsigned char *allocate(size_t n, unsigned offset)
{
    unsigned char *p = malloc(n + 2 * PAGE);

    if (!p)
        fail("no memory for a message");
    return p + (PAGE - (uintptr_t)p % PAGE) + offset;
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
    char all[RECORD_MOST - 64];
    size_t n = 0;

    samples_of(t, sample);
    middle = stq2(sample, t->samples);
    if (t->calls > 1)
        channel_say("calls %lu %u", mlen, t->calls);
    for (unsigned i = 0; i < t->samples && n < sizeof all - 24; ++i)
        n += (size_t)snprintf(all + n, sizeof all - n, "%+lld",
                              (long long)(sample[i] - middle));
    usual[t->mlen] = (double)middle;
    channel_say("cycles %lu %lld %s", mlen, (long long)middle, all);
    if (unevenness(t, step) > UNEVEN)
        channel_say("flag %lu uneven %.3f", mlen, unevenness(t, step));
}

/* If the digest changes, the timed calls may have done less work. */
static void check_digest(const struct timing *t)
{
    place.mlen = t->mlen;
    for (unsigned i = 0; i < subject.bytes; ++i)
        if (digest[i] != t->digest[i])
            fail("changes its answer while it is timed");
}

static void measure_group(struct order *o, struct group *g)
{
    struct sight sight;
    int uneven;

    do {
        uneven = 0;
        watch_begin(&o->watch, &sight);
        for (unsigned i = 0; i < g->lengths; ++i) {
            time_with_stack(time_warm, o->counter->read, &g->timing[i]);
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
        fail("%s is no MLEN and no FIRST:LAST:STEP to %d", text, LONGEST);
    }
}

/* Ticks that a call of a chain may take longer, besides the factor. */
static double chain_slack(const struct order *o)
{
    double ratio = watch_ratio(&o->watch);

    if (ratio * CHAIN_TICKS <= CHAIN_CYCLES)
        return CHAIN_TICKS;
    return CHAIN_CYCLES / ratio + 2;
}

/*
 * A chain of calls: each hashes in place what the one before left, so that the
 * answer of the last is right only if all were, and code that remembers a
 * message or knows one gains nothing. The loop is the one that is timed, with
 * other pointers. It is made a few times, and more often while it takes longer
 * than repeated calls of the same message did, which would show that these were
 * no full calls. Each attempt has a message of its own: one that was hashed
 * before might be remembered, with all that follows. The mean counts rather
 * than the middle: the first call might do the work of all.
 */
static void check_chain(const struct order *o, size_t mlen, unsigned seed,
                        double once)
{
    static struct timing t;
    static unsigned char place_of_chain[PAGE + LONGEST + SUBJECT_MAX_BYTES]
        __attribute__((aligned(PAGE)));
    unsigned char *same = message;
    unsigned most = chain_most(mlen);
    int64_t sample[MOST], middle;
    uint64_t ticks;
    char text[64], hex[2 * SUBJECT_MAX_BYTES + 1];

    for (int again = 0; again < CHAINS; ++again) {
        t.mlen = mlen;
        t.calls = 1;
        /* The loop makes calls for one more than the samples: a power of 2. */
        for (t.samples = 1; (t.samples + 1) * t.calls < most;)
            if (once * t.samples * t.calls > o->group / 4)
                break;
            else if (t.samples < 15)
                t.samples += t.samples + 1;
            else
                t.calls *= 2;
        message = digest = place_of_chain + (uintptr_t)same % PAGE;
        chain_start(seed + 1 + (unsigned)again, digest, mlen);
        channel_look(RECORD_BEGIN, "");
        time_with_stack(time_calls, o->counter->read, &t);
        ticks = o->counter->read() - t.stamp[0];
        snprintf(text, sizeof text, "%lu %u", (unsigned long)mlen,
                 (t.samples + 1) * t.calls);
        channel_look(RECORD_END, text);
        message = same;
        samples_of(&t, sample);
        middle = stq2(sample, t.samples);
        for (unsigned i = 0; i < subject.bytes; ++i)
            snprintf(hex + 2 * i, 3, "%02x", digest[i]);
        channel_say("answer %s %lld %llu %s", text, (long long)middle,
                    (unsigned long long)ticks, hex);
        digest = last;
        if ((again + 1 >= LOOKS || once > o->group) &&
            (double)ticks <= ((t.samples + 1) * t.calls) *
                                 (CHAIN_SLOWER * once + chain_slack(o)))
            return;
    }
}

/* All lengths, if they are few; of a curve a few that the seed chooses, none of
   them twice: the chains of a length are counted from its first. */
static void check_chains(const struct order *o, size_t *lengths, size_t n,
                         unsigned seed)
{
    struct generator some = {"generate inputs for test vectors", seed};

    for (size_t i = 0; i < n && i < FEW; ++i) {
        if (n > FEW) {
            size_t k = i + (size_t)(generate_number(&some) % (n - i));
            size_t drawn = lengths[k];

            lengths[k] = lengths[i];
            lengths[i] = drawn;
        }
        /* Long calls need no second look, and by chance some need none. */
        if (i > 0 && usual[lengths[i]] > o->group &&
            (o->counter->read() >> 6) % SELDOM)
            continue;
        place.mlen = lengths[i];
        check_chain(o, lengths[i], seed, usual[lengths[i]]);
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

/* Integers alone between the calls: doubles are NaN behind MMX on x86. */
static void loop(const struct counter *c, uint64_t ticks, unsigned seed,
                 size_t mlen)
{
    unsigned char first[SUBJECT_MAX_BYTES];
    unsigned long long calls = 0;
    uint64_t start;

    chain_start(seed, message, mlen);
    warm_up(c->read, mlen);
    memcpy(first, digest, subject.bytes);
    state_clean();
    start = c->read();
    do {
        for (int i = 0; i < LOOP; ++i)
            subject.hash(digest, message, mlen);
        calls += LOOP;
    } while (c->read() - start < ticks);
    state_clean();
    if (memcmp(first, digest, subject.bytes))
        fail("changes its answer while it is timed");
    channel_say("calls %lu %llu", (unsigned long)mlen, calls);
}

int main(int argc, char **argv)
{
    static struct order o;
    static size_t lengths[LONGEST + 1];
    size_t n = 0, longest = 0;
    unsigned seed, offset;

    system_ask_for_fast_core();
    jail(argc, argv);
    jail_phase("timing");
    if (argc == 6 && !strcmp(argv[2], "loop")) {
        seed = (unsigned)number("SEED", argv[4], 0, 4294967295.0);
        longest = (size_t)number("MLEN", argv[5], 1, LONGEST);
        message = allocate(longest, 0);
        loop(counter_named(argv[1]),
             (uint64_t)number("TICKS", argv[3], 1, 1e15), seed, longest);
        jail_inspect();
        jail_done();
    }
    if (argc < 11)
        fail("needs COUNTER STEP GROUP SAMPLES PACE PATIENCE SEED STACK "
             "MESSAGE MLEN|FIRST:LAST:STEP...");
    o.counter = counter_named(argv[1]);
    o.step = number("STEP", argv[2], 1, 1e9);
    o.group = number("GROUP", argv[3], 1, 1e12);
    o.samples = (unsigned)number("SAMPLES", argv[4], 1, MOST);
    seed = (unsigned)number("SEED", argv[7], 0, 4294967295.0);
    memset(argv[7], '0', strlen(argv[7])); /* a secret, as far as it can be */
    o.patience = number("PATIENCE", argv[6], 0, 1e9);
    watch_open(&o.watch, o.counter, o.step, number("PACE", argv[5], 0, 1e3));
    stack = (unsigned)number("STACK", argv[8], 0, PAGE - 1) / ALIGNED * ALIGNED;
    offset = (unsigned)number("MESSAGE", argv[9], 0, PAGE - 1);
    for (int i = 10; i < argc; ++i) {
        unsigned long range[3];

        parse_range(argv[i], range);
        for (size_t mlen = range[0]; mlen <= range[1] && n <= LONGEST;
             mlen += range[2])
            lengths[n++] = mlen;
        longest = range[1] > longest ? range[1] : longest;
    }
    message = allocate(longest, offset);
    chain_start(seed, message, longest);
    measure_lengths(&o, lengths, n);
    check_chains(&o, lengths, n, seed);
    channel_say("layout %u %u %u", (unsigned)((uintptr_t)subject.hash % PAGE),
                found, (unsigned)((uintptr_t)message % PAGE));
    jail_inspect();
    jail_done();
}
