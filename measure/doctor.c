/* SPDX-License-Identifier: CC0-1.0 */

/* Prints what the counters of this machine are worth, a line each, then the
   clock and the pace of its core by the first that fits. */

#include "clock.h"
#include "counter.h"

#include <stdio.h>

int main(void)
{
    const struct counter *chosen = 0;
    struct counter_report report;
    struct clock_reading reading;
    struct clock clock;
    double step = 1;
    int i;

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
    clock_open(&clock, chosen, step);
    reading = clock_read(&clock);
    printf("clock %.4f\n", reading.ratio);
    printf("pace %.3f\n", reading.pace);
    return 0;
}
