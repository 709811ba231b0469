/* SPDX-License-Identifier: CC0-1.0 */
/* expect: looks at a file */
#include "fault.h"
#include <sys/syscall.h>
#include <unistd.h>

FAULT
{
    char path[256];

    syscall(SYS_readlink, "/proc/self/exe", path, sizeof path);
    return right(out, in, inlen);
}
