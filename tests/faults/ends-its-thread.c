/* SPDX-License-Identifier: CC0-1.0 */
/* expect: calls exit */
#include "fault.h"
#include <sys/syscall.h>
#include <unistd.h>

FAULT
{
    syscall(SYS_exit, 0);
    return right(out, in, inlen);
}
