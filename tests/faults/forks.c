/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes a child process */
#include "fault.h"
#include <unistd.h>

FAULT
{
    if (fork() == 0)
        _exit(0);
    return right(out, in, inlen);
}
