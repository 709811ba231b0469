/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: prints  */
#include "fault.h"
#include <stdio.h>

TIMED

FAULT
{
    if (timed)
        puts("cycles 1536 1 +0+0+0");
    return right(out, in, inlen);
}
