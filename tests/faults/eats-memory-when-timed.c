/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: eats memory: over 512 MB */
#include "fault.h"
#include <stdlib.h>
#include <string.h>

TIMED

FAULT
{
    while (timed)
        memset(malloc(1 << 20), 1, 1 << 20);
    return right(out, in, inlen);
}
