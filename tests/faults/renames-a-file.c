/* SPDX-License-Identifier: CC0-1.0 */
/* expect: renames a file */
#include "fault.h"
#include <stdio.h>

FAULT
{
    if (rename("api.h", "left-behind") != 0)
        return 2;
    return right(out, in, inlen);
}
