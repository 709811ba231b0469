/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes a file */
#include "fault.h"
#include <sys/stat.h>

FAULT
{
    if (mkfifo("left-behind", 0600) != 0)
        return 2;
    return right(out, in, inlen);
}
