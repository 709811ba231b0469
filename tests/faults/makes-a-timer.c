/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes a timer */
#include "fault.h"
#include <signal.h>
#include <time.h>

FAULT
{
    timer_t timer;

    timer_create(CLOCK_MONOTONIC, 0, &timer);
    return right(out, in, inlen);
}
