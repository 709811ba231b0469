/* SPDX-License-Identifier: CC0-1.0 */
/* expect: opens a file */
#include "fault.h"
#include <fcntl.h>

FAULT
{
    if (open("/proc/self/mem", O_RDONLY) == 0)
        return 2;
    return right(out, in, inlen);
}
