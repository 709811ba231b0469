/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes a link */
#include "fault.h"
#include <unistd.h>

FAULT
{
    if (link("/etc/hostname", "left-behind") != 0)
        return 2;
    return right(out, in, inlen);
}
