/* SPDX-License-Identifier: CC0-1.0 */
/* expect: prints */
#include "fault.h"
#include <stdio.h>

FAULT
{
    if (inlen == 40)
        printf("hello\n");
    return right(out, in, inlen);
}
