/* SPDX-License-Identifier: CC0-1.0 */

/*
 * How fast is C by the method of Hanser's paper? The counterpart in C of
 * java/shootout/Block.java, so that the two can take turns:
 *
 *     block BYTES WARM SECONDS
 *
 * A message of 1024 blocks is hashed for WARM seconds to warm up and then for
 * SECONDS; the user time of this process counts. The output lines are those
 * of Block, and a tick is a nanosecond.
 */

#include "clock.h"
#include "counter.h"
#include "state.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { UPDATES = 1024, READINGS = 25 };

#define DRIFT 0.02
#define SHARED 0.96 /* of the best pace seen; below it others use the core */

static unsigned char digest[SUBJECT_MAX_BYTES];

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
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
    double end = now() + seconds;
    long times = 0;

    for (; now() < end; times++)
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

int main(int argc, char **argv)
{
    static double ratios[2 * READINGS], paces[2 * READINGS];
    struct counter_report report;
    const struct counter *counter;
    struct clock clock;
    double start, took, drift[2], best = 0, pace, nanosecond;
    unsigned char *message;
    size_t block, i;
    long times;
    int half;

    if (argc != 4) {
        fprintf(stderr, "usage: block BYTES WARM SECONDS\n");
        return 2;
    }
    block = (size_t)atol(argv[1]);
    message = malloc(UPDATES * block);
    counter = counter_choose(0, &report);
    if (message == 0 || counter == 0) {
        printf("fails: %s\n", message ? report.refused : "no memory");
        return 1;
    }
    for (i = 0; i < UPDATES * block; i++)
        message[i] = (unsigned char)(i % block * 167 + 13);
    clock_open(&clock, counter, report.step);
    nanosecond = 1e-9 * counter_persecond(counter, 0.1); /* in ticks */

    feed(message, UPDATES * block, atof(argv[2]));
    for (half = 0, times = 0, took = 0; half < 2; half++) {
        for (i = 0; i < READINGS; i++) {
            struct clock_reading r = clock_read(&clock);
            double seen = r.ratio > 0 ? r.pace / r.ratio : 0;

            ratios[half * READINGS + (int)i] = r.ratio * nanosecond;
            paces[half * READINGS + (int)i] = seen;
            best = seen > best ? seen : best;
        }
        drift[half] = median(ratios + half * READINGS, READINGS);
        if (half == 0) {
            start = user();
            times = feed(message, UPDATES * block, atof(argv[3]));
            took = user() - start;
        }
    }
    printf("blockcycles %lu %.0f\n", (unsigned long)block,
           1e9 * took / (double)times);
    printf("clock %.5f\n", median(ratios, 2 * READINGS));
    drift[1] = drift[1] / drift[0] - 1;
    if (drift[1] > DRIFT || drift[1] < -DRIFT)
        printf("flag %lu drift %.4f\n", (unsigned long)block, drift[1]);
    pace = median(paces, 2 * READINGS);
    if (pace < SHARED * best)
        printf("flag %lu shared %.3f\n", (unsigned long)block, pace / best);
    printf("digest ");
    for (i = 0; i < subject.bytes; i++)
        printf("%02x", digest[i]);
    printf("\ndone\n");
    free(message);
    return 0;
}
