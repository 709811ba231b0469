/* SPDX-License-Identifier: CC0-1.0 */
/* The clock as the arguments tell, of which the last lasts: nine or, of zeros,
   eight at the beginning, then before a group and behind it. */
#include "watch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char **ratios;

void clock_open(struct clock *k, const struct counter *c, double step)
{
    *k = (struct clock){c, (int)step, 0};
}

struct clock_reading clock_read(const struct clock *k)
{
    char *ratio = *ratios;

    ratios += ratios[1] != 0;
    return (struct clock_reading){atof(ratio), k->chain_rounds};
}

void channel_say(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    puts("");
}

int main(int argc, char *argv[])
{
    struct watch w;
    struct sight s;

    ratios = argv + (argc > 1);
    watch_open(&w, 0, 1, 0);
    watch_begin(&w, &s);
    watch_end(&w, &s, 0, 0);
    watch_print_flags(&w, &s, 8);
    watch_print(&w, &s);
    return 0;
}
