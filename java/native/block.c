/* SPDX-License-Identifier: CC0-1.0 */

/*
 * How fast is C by the method of Hanser's paper? The counterpart in C of
 * java/shootout/Block.java, so that the two can take turns:
 *
 *     block BYTES WARM SECONDS
 *
 * A message of 1024 blocks is hashed for WARM seconds to warm up and then for
 * SECONDS, in slices with a look at the clock between them; the user time of
 * this process counts. The output lines are those of Block, and a tick is a
 * nanosecond.
 */

#include "clock.h"
#include "counter.h"
#include "state.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum {
    UPDATES = 1024,
    READINGS = 3, /* of the clock between two slices */
    FEWEST = 5    /* one of so many slices has to be undisturbed */
};

#define SLICE 0.1   /* seconds */
#define DRIFT 0.01  /* of the clock from a slice's start to its end */
#define SHARED 0.96 /* of the best pace seen; below it others use the core */

struct slice {
    double cpu;         /* seconds of this process */
    long times;         /* messages */
    double ratio, pace; /* of the clock before it */
    int moved, shared;
};

static unsigned char digest[SUBJECT_MAX_BYTES];

static double now(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double user(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return (double)u.ru_utime.tv_sec + 1e-6 * (double)u.ru_utime.tv_usec;
}

/* Hashes for some seconds; returns how many messages that were. */
static long feed(const unsigned char *message, size_t size, double seconds)
{
    double end = now(CLOCK_MONOTONIC) + seconds;
    long times = 0;

    for (; now(CLOCK_MONOTONIC) < end; times++)
        subject.hash(digest, message, size);
    state_clean();
    return times;
}

static int lower(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static double median(double *x, size_t n)
{
    qsort(x, n, sizeof x[0], lower);
    return x[n / 2];
}

/* The clock's ratio and the pace between two slices: medians of readings. */
static void look(struct clock *clock, double nanosecond, struct slice *slice)
{
    double ratios[READINGS], paces[READINGS];
    int i;

    for (i = 0; i < READINGS; i++) {
        struct clock_reading r = clock_read(clock);

        ratios[i] = r.ratio * nanosecond;
        paces[i] = r.ratio > 0 ? r.pace / r.ratio : 0;
    }
    slice->ratio = median(ratios, READINGS);
    slice->pace = median(paces, READINGS);
}

/* Marks what spoils each slice; returns how many slices nothing spoils. */
static long judge(struct slice *slices, long n)
{
    double best = 0;
    long i, sound = 0;

    for (i = 0; i <= n; i++)
        best = slices[i].pace > best ? slices[i].pace : best;
    for (i = 0; i < n; i++) {
        struct slice *s = &slices[i];
        double drift = s[1].ratio / s[0].ratio - 1;

        s->moved = drift > DRIFT || drift < -DRIFT;
        s->shared = s[0].pace < SHARED * best || s[1].pace < SHARED * best;
        sound += !s->moved && !s->shared;
    }
    return sound;
}

/* Prints a cause that spoils half as many slices as have to be spoilt. */
static void doubt(unsigned long block, const char *cause, long spoilt, long n)
{
    double part = (double)spoilt / (double)n;

    if (part > 0.5 * (1 - 1.0 / FEWEST))
        printf("flag %lu %s %.2f\n", block, cause, part);
}

/* used: the user time of all slices, in seconds */
static void report(unsigned long block, double used, struct slice *slices,
                   long n)
{
    double time = 0, all = 0, cycles = 0;
    long i, times = 0, moved = 0, shared = 0, sound = judge(slices, n);
    int choose = sound * FEWEST >= n;

    for (i = 0; i < n; i++) {
        const struct slice *s = &slices[i];

        moved += s->moved;
        shared += s->shared;
        all += s->cpu;
        if (!choose || (!s->moved && !s->shared)) {
            time += s->cpu;
            cycles += s->cpu * (s[0].ratio + s[1].ratio) / 2;
            times += s->times;
        }
    }
    printf("blockcycles %lu %.0f\n", block,
           1e9 * time * used / all / (double)times);
    printf("clock %.5f\n", cycles / time);
    printf("slices %ld %ld\n", choose ? sound : n, n);
    if (!choose) {
        doubt(block, "drift", moved, n);
        doubt(block, "shared", shared, n);
    }
}

int main(int argc, char **argv)
{
    struct counter_report found;
    const struct counter *counter;
    struct slice *slices;
    struct clock clock;
    double seconds, used = 0, nanosecond; /* in ticks */
    unsigned char *message;
    size_t block, i;
    long n, k;

    if (argc != 4) {
        fprintf(stderr, "usage: block BYTES WARM SECONDS\n");
        return 2;
    }
    block = (size_t)atol(argv[1]);
    seconds = atof(argv[3]);
    n = seconds > SLICE ? (long)(seconds / SLICE + 0.5) : 1;
    message = malloc(UPDATES * block);
    slices = calloc((size_t)n + 1, sizeof slices[0]);
    counter = counter_choose(0, &found);
    if (message == 0 || slices == 0 || counter == 0) {
        printf("fails: %s\n", counter ? "no memory" : found.refused);
        return 1;
    }
    for (i = 0; i < UPDATES * block; i++)
        message[i] = (unsigned char)(i % block * 167 + 13);
    clock_open(&clock, counter, found.step);
    nanosecond = 1e-9 * counter_persecond(counter, 0.1);

    feed(message, UPDATES * block, atof(argv[2]));
    look(&clock, nanosecond, &slices[0]);
    for (k = 0; k < n; k++) {
        used -= user();
        slices[k].cpu = -now(CLOCK_PROCESS_CPUTIME_ID);
        slices[k].times = feed(message, UPDATES * block, seconds / (double)n);
        slices[k].cpu += now(CLOCK_PROCESS_CPUTIME_ID);
        used += user();
        look(&clock, nanosecond, &slices[k + 1]);
    }
    report((unsigned long)block, used, slices, n);
    printf("digest ");
    for (i = 0; i < subject.bytes; i++)
        printf("%02x", digest[i]);
    printf("\ndone\n");
    free(slices);
    free(message);
    return 0;
}
