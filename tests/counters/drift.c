/* SPDX-License-Identifier: CC0-1.0 */
/* The flags of a group before which the clock had the first ratio, behind
   which the second. */
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>

static double ratio = 0.5;

void clock_open(struct clock *k, const struct counter *c, double step)
{
    *k = (struct clock){c, (int)step, 0};
}

struct clock_reading clock_read(const struct clock *k)
{
    return (struct clock_reading){ratio, k->chain_rounds};
}

void channel_say(const char *format, ...) { puts(format); }

int main(int argc, char *argv[])
{
    struct watch w;
    struct sight s;

    watch_open(&w, 0, 1, 0);
    ratio = atof(argv[argc - 2]);
    watch_begin(&w, &s);
    ratio = atof(argv[argc - 1]);
    watch_end(&w, &s, 0, 0);
    watch_print_flags(&w, &s, 8);
    return 0;
}
