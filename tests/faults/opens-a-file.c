/* SPDX-License-Identifier: CC0-1.0 */
/* expect: opens a file */
#include "fault.h"
#include <fcntl.h>

FAULT
{
    if (open("left-behind", O_CREAT | O_WRONLY, 0666) < 0)
        return 2;
    return right(out, in, inlen);
}
