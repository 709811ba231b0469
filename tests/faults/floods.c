/* SPDX-License-Identifier: CC0-1.0 */
/* expect: prints */
#include "fault.h"
#include <stdio.h>

FAULT
{
    for (;;)
        printf("0123456789\n");
    return right(out, in, inlen);
}
