/* SPDX-License-Identifier: CC0-1.0 */
/* expect: prints */
#include "fault.h"
#include <stdio.h>
#include <unistd.h>

FAULT
{
    static const char lie[] = "checksum small 0fb5122d\ndone\n";
    ssize_t n = write(1, lie, sizeof lie - 1);

    return right(out, in, inlen) + (n < 0);
}
