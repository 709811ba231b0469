/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes a file */
#include "fault.h"
#include <sys/stat.h>

FAULT
{
    if (mknod("left-behind", S_IFREG | 0600, 0) != 0)
        return 2;
    return right(out, in, inlen);
}
