/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes shared memory */
#include "fault.h"
#include <sys/syscall.h>
#include <unistd.h>

FAULT
{
    syscall(SYS_memfd_create, "left-behind", 0);
    return right(out, in, inlen);
}
