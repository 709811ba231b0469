/* SPDX-License-Identifier: CC0-1.0 */
/* Calls of the hash that are looked at one by one; see calls.h. */

#include "calls.h"
#include "channel.h"
#include "jail.h"
#include "state.h"
#include "step.h"
#include "subject.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define PAINTED (1ul << 17) /* bytes of stack */

/* The emulator's log names this function: it shows where a call is. */
__attribute__((noinline)) static void calls_mark(void) { __asm__ volatile(""); }

static int nothing(unsigned char *out, const unsigned char *in,
                   unsigned long long inlen)
{
    (void)out;
    (void)in;
    (void)inlen;
    return 0;
}

static size_t length(const struct room *room, const char *text)
{
    size_t mlen = strtoul(text, 0, 10);

    if (mlen > room->longest)
        fail("has no message of %lu bytes", (unsigned long)mlen);
    return mlen;
}

void calls_marked(const struct room *room, int n, char **lengths)
{
    int (*volatile each[])(unsigned char *, const unsigned char *,
                           unsigned long long) = {nothing, subject.hash};

    for (int i = 0; i < 2 * n; ++i) {
        size_t mlen = length(room, lengths[i / 2]);
        int (*function)(unsigned char *, const unsigned char *,
                        unsigned long long) = each[i % 2];

        place.mlen = mlen;
        calls_mark();
        function(room->out, room->in, mlen);
        calls_mark();
    }
}

/* One place for all, as where it returns to is part of the trail. */
static __attribute__((noinline)) void mark(const struct room *room, size_t mlen)
{
    alike_mark();
    subject.hash(room->out, room->in, mlen);
    alike_mark();
}

void calls_alike(const struct room *room, unsigned m, int n, char **lengths)
{
    unsigned long *each = calloc((size_t)n, sizeof *each);

    if (!each)
        fail("no memory for the test itself");
    for (int i = 0; i < n; ++i)
        each[i] = length(room, lengths[i]);
    step_expect(m, (unsigned)n, each);
    for (int i = 0; i < n; ++i) {
        place.mlen = each[i];
        for (unsigned j = 0; j < m; ++j) {
            memset(room->in, j == 0 ? 0 : 255, each[i]);
            if (j > 1)
                generate(&messages, room->in, each[i]);
            mark(room, each[i]);
        }
    }
    step_tell();
}

/* Paints the stack below its caller, or tells how much of it was written. */
static __attribute__((noinline)) size_t paint(int look)
{
    volatile unsigned char stack[PAINTED];
    size_t i = look ? 256 : 0; /* more than the two calls lie apart */

    for (; i < PAINTED && (!look || stack[i] == 0xa5); ++i)
        stack[i] = 0xa5;
    return PAINTED - i;
}

void calls_stack(struct room room, size_t mlen)
{
    struct rlimit most;
    size_t written;

    if (getrlimit(RLIMIT_STACK, &most) || most.rlim_cur < 8 * PAINTED)
        return;
    place.mlen = mlen;
    state_clean();
    paint(0);
    subject.hash(room.out, room.in, mlen);
    written = paint(1);
    jail_look(); /* behind MMX, doubles are NaN */
    if (written < PAINTED)
        channel_say("stack %lu", (unsigned long)written);
}
