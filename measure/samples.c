/* SPDX-License-Identifier: CC0-1.0 */
/* The timings of one length; see samples.h. */

#include "samples.h"
#include "channel.h"
#include "lanes.h"

#include <stdio.h>

#define LOPSIDED 2 /* the mean, in medians: some call did the others' work */

/* Ticks of a call, each sample the rounded mean of its calls. */
static void samples_of(const struct timing *t, int64_t sample[SAMPLES_MOST])
{
    for (unsigned i = 0; i < t->samples; ++i)
        sample[i] = (int64_t)((t->stamp[i + 1] - t->stamp[i] + t->calls / 2) /
                              t->calls);
}

double samples_uneven(const struct timing *t, double step)
{
    int64_t sample[SAMPLES_MOST];
    double mean = 0, middle;

    samples_of(t, sample);
    for (unsigned i = 0; i < t->samples; ++i)
        mean += (double)sample[i];
    mean /= t->samples;
    middle = (double)stq2(sample, t->samples);
    if (mean > LOPSIDED * middle && middle > 0)
        return mean / middle - 1;
    return spread(sample, t->samples, (2 * step + 1) / t->calls);
}

void samples_print(const struct timing *t, double step)
{
    unsigned long mlen = (unsigned long)t->mlen;
    int64_t sample[SAMPLES_MOST], middle;
    char all[RECORD_MOST - 64];
    size_t n = 0;

    samples_of(t, sample);
    middle = stq2(sample, t->samples);
    if (t->calls > 1)
        channel_say("calls %lu %u", mlen, t->calls);
    for (unsigned i = 0; i < t->samples && n < sizeof all - 24; ++i)
        n += (size_t)snprintf(all + n, sizeof all - n, "%+lld",
                              (long long)(sample[i] - middle));
    channel_say("cycles %lu %lld %s", mlen, (long long)middle, all);
    if (samples_uneven(t, step) > UNEVEN)
        channel_say("flag %lu uneven %.3f", mlen, samples_uneven(t, step));
    lanes_say(t->start, t->mlen, (t->samples + 1ul) * t->calls, t->answer);
}
