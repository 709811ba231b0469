/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#define _GNU_SOURCE
#include "fault.h"
#include <fcntl.h>
#include <sys/stat.h>

TIMED

/* Wrong if it learns whether a path is there: statx is answered with no. */
FAULT
{
    struct statx found;
    int r = right(out, in, inlen);

    if (timed)
        out[0] ^= statx(AT_FDCWD, "/", 0, STATX_MODE, &found) == 0;
    return r;
}
