/* SPDX-License-Identifier: CC0-1.0 */
/* What disturbs timings, and when to time again; see watch.h. */

#include "watch.h"
#include "channel.h"
#include "system.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define DRIFT 0.01  /* of the clock within a group; less is noise */
#define SHARED 0.96 /* of the pace; below it others use the core */

long watch_switches(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return r.ru_nivcsw;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double watch_ratio(const struct watch *w)
{
    unsigned n = w->readings < WATCH_WINDOW ? w->readings : WATCH_WINDOW;
    double sorted[WATCH_WINDOW];

    if (n == 0)
        return 0;
    memcpy(sorted, w->ratio, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, ascending);
    return sorted[n / 2];
}

/* By what part a ratio differs from another; a first ratio always does. */
static double apart(double a, double b)
{
    return b > 0 ? (a > b ? a - b : b - a) / b : a > 0;
}

/* Two readings in a row that are far from the others, but near each other:
   the clock has moved. One that is far alone was disturbed. */
static struct clock_reading look(struct watch *w)
{
    struct clock_reading r = clock_read(&w->clock);
    double first = r.ratio, middle = watch_ratio(w);

    if (first <= 0)
        return r;
    if (apart(first, middle) > DRIFT) {
        r = clock_read(&w->clock);
        if (apart(r.ratio, middle) > DRIFT && apart(r.ratio, first) <= DRIFT)
            w->readings = 0;
    }
    w->ratio[w->readings++ % WATCH_WINDOW] = r.ratio;
    return r;
}

static double pace(const struct watch *w, const struct sight *s)
{
    double ratio = watch_ratio(w);
    double least =
        s->before.pace < s->after.pace ? s->before.pace : s->after.pace;

    return ratio > 0 ? least / ratio : least;
}

/* The part of the usual pace that was there. */
static double share(const struct watch *w, const struct sight *s)
{
    return w->pace > 0 ? pace(w, s) / w->pace : 1;
}

void watch_open(struct watch *w, const struct counter *c, double step,
                double usual)
{
    w->pace = usual;
    w->patience = w->spent = 0;
    w->readings = 0;
    clock_open(&w->clock, c, step);
    for (int i = 0; i < WATCH_WINDOW / 2; ++i)
        look(w);
}

void watch_begin(struct watch *w, struct sight *s)
{
    double start = system_seconds(), waited = 0;

    for (;;) {
        s->before = s->after = look(w);
        if (share(w, s) >= SHARED || w->spent + waited >= w->patience)
            break;
        waited = 1e3 * (system_seconds() - start);
    }
    w->spent += waited;
    s->started = system_seconds();
}

int watch_end(struct watch *w, struct sight *s, long switched, int uneven)
{
    s->switched = switched;
    s->after = look(w);
    s->drift = apart(s->after.ratio, s->before.ratio);
    if (s->drift <= DRIFT && share(w, s) >= SHARED && !s->switched && !uneven)
        return 0;
    w->spent += 1e3 * (system_seconds() - s->started);
    return w->spent < w->patience;
}

void watch_print(const struct watch *w, const struct sight *s)
{
    channel_say("pace %.3f", pace(w, s));
    if (watch_ratio(w) > 0)
        channel_say("clock %.5f", watch_ratio(w));
}

void watch_print_flags(const struct watch *w, const struct sight *s,
                       unsigned long mlen)
{
    if (s->drift > DRIFT)
        channel_say("flag %lu drift %.4f", mlen, s->drift);
    if (share(w, s) < SHARED)
        channel_say("flag %lu shared %.3f", mlen, share(w, s));
    if (s->switched)
        channel_say("flag %lu switched %ld", mlen, s->switched);
}
