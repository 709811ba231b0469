/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Which counters of this machine can be used? Prints a line for each; then, by
 * the first that fits:
 *   clock  core cycles per tick; 0 if unknown
 *   pace   instructions per core cycle (per tick if clock is unknown) that the
 *          front end lets through when it is ours alone
 *   alone  the part of the readings within 4 % of that pace
 *   core   performance or efficiency, where there are both
 * Exit status 1: no counter.
 */

#include "clock.h"
#include "counter.h"
#include "system.h"

#include <stdio.h>
#include <stdlib.h>

enum { READINGS = 5000, SOME = READINGS / 50 };

static int slower(const void *a, const void *b)
{
    const struct clock_reading *x = a, *y = b;

    return (x->pace > y->pace) - (x->pace < y->pace);
}

static int lower(const void *a, const void *b)
{
    const struct clock_reading *x = a, *y = b;

    return (x->ratio > y->ratio) - (x->ratio < y->ratio);
}

static void look(const struct counter *c, double step)
{
    static struct clock_reading r[READINGS];
    struct clock k;
    double pace, ratio = 0;
    int i, busy = 0, quarter;

    clock_open(&k, c, step);
    for (i = 0; i < READINGS; i++)
        r[i] = clock_read(&k);
    qsort(r, READINGS, sizeof r[0], slower);
    /* The highest pace on which some readings agree: alone they do, within
       1 %. Not the very highest, which unlucky interrupts make. */
    for (i = READINGS - SOME; i > 0 && r[i].pace < 0.99 * r[i + SOME - 1].pace;)
        i--;
    pace = r[i + SOME / 2].pace;
    while (r[busy].pace < 0.96 * pace)
        busy++;
    qsort(r + busy, (size_t)(READINGS - busy), sizeof r[0], lower);
    quarter = (READINGS - busy) / 4;
    for (i = busy + quarter; i < READINGS - quarter; i++)
        ratio += r[i].ratio / (READINGS - busy - 2 * quarter);
    printf("clock %.4f\n", ratio);
    printf("pace %.3f\n", ratio > 0 ? pace / ratio : pace);
    printf("alone %.2f\n", 1 - (double)busy / READINGS);
}

int main(void)
{
    const struct counter *chosen = 0;
    struct counter_report report;
    const char *kind;
    double step = 1;
    int i;

    system_ask_for_fast_core();
    for (i = 0; counters[i] != 0; i++) {
        const struct counter *c = counters[i];

        if (!counter_fits(c, &report)) {
            printf("counter %s refused %s\n", c->name, report.refused);
            continue;
        }
        printf("counter %s ok step %.4g cost %.1f persecond %.0f %s\n", c->name,
               report.step, report.cost, counter_persecond(c, 0.02),
               c->is_core_clock ? "exact" : "converted");
        if (chosen == 0) {
            chosen = c;
            step = report.step;
        }
    }
    if (chosen == 0)
        return 1;
    look(chosen, step);
    kind = system_kind_of_core();
    if (kind != 0)
        printf("core %s\n", kind);
    return 0;
}
