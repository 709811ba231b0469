/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: calls exit */
#include "fault.h"
#include <stdlib.h>

TIMED

FAULT
{
    if (timed)
        exit(0);
    return right(out, in, inlen);
}
