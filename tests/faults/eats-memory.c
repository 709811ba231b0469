/* SPDX-License-Identifier: CC0-1.0 */
/* expect: eats memory: over 512 MB */
#include "fault.h"
#include <stdlib.h>
#include <string.h>

FAULT
{
    for (;;)
        memset(malloc(1 << 20), 1, 1 << 20);
    return right(out, in, inlen);
}
