/* SPDX-License-Identifier: CC0-1.0 */
/* expect: loops: no answer in time */
#include "fault.h"

FAULT
{
    volatile int forever = 1;

    while (forever)
        ;
    return right(out, in, inlen);
}
