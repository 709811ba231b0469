/* SPDX-License-Identifier: CC0-1.0 */
/* Where in a page the stack and the message of timed calls lie; see place.h. */

#include "place.h"
#include "jail.h"

#include <stdlib.h>

#define ALIGNED 16 /* bytes; as stacks and malloc are */

static unsigned stack; /* offset in a page, as it was asked for */
static unsigned found; /* as it is */

unsigned char *place_message(size_t n, unsigned offset)
{
    unsigned char *p = malloc(n + 2 * PAGE);

    if (!p)
        fail("no memory for a message");
    return p + (PAGE - (uintptr_t)p % PAGE) + offset;
}

void place_stack(unsigned offset) { stack = offset / ALIGNED * ALIGNED; }

unsigned place_found(void) { return found; }

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

void place_call(void (*time)(uint64_t (*ticks)(void), struct timing *),
                uint64_t (*ticks)(void), struct timing *t)
{
    size_t hole = 0, lacks;

    for (int i = 0; (lacks = time_below(hole, i == 3, time, ticks, t)); ++i)
        hole += lacks;
}
