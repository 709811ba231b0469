/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Hashes one message again and again while the driver reads a meter:
 *
 *   loop COUNTER TICKS MLEN
 *
 * Prints `calls MLEN K`, where K is how often, and `done`. It is linked with
 * the objects of a verified program, and runs in the same jail.
 */

#include "channel.h"
#include "counter.h"
#include "jail.h"
#include "lanes.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

#define CALLS 16 /* between two looks at the counter */

const int jail_limited = 0;

static const struct counter *counter_named(const char *name)
{
    for (int i = 0; counters[i]; ++i)
        if (!strcmp(counters[i]->name, name) && !counters[i]->open())
            return counters[i];
    fail("counter %s does not work", name);
}

/* Integers alone between the calls: doubles are NaN behind MMX on x86. */
static unsigned long long loop(const struct counter *c, uint64_t ticks,
                               size_t mlen)
{
    unsigned long long calls = 0;
    uint64_t start = c->read();

    do {
        for (int i = 0; i < CALLS; ++i)
            subject.hash(each_lane[0].out, each_lane[0].in, mlen);
        calls += CALLS;
    } while (c->read() - start < ticks);
    return calls;
}

int main(int argc, char **argv)
{
    const struct counter *c;
    unsigned long long calls;
    unsigned char *message;
    size_t mlen;

    jail(argc, argv);
    jail_phase("energy");
    if (argc != 4)
        fail("needs COUNTER TICKS MLEN");
    c = counter_named(argv[1]);
    mlen = strtoul(argv[3], 0, 10);
    message = mlen > LANES_MOST ? 0 : malloc(LANES_ROOM(mlen));
    if (!message)
        fail("no memory for a message");
    lanes_open(message, mlen);
    lanes_start(channel_draw(c->read), mlen);
    state_clean();
    calls = loop(c, strtoull(argv[2], 0, 10), mlen);
    state_clean();
    channel_say("calls %lu %llu", (unsigned long)mlen, calls);
    jail_inspect();
    jail_done();
}
