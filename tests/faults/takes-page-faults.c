/* SPDX-License-Identifier: CC0-1.0 */
/* expect: takes page faults */
#include "fault.h"
#include <sys/syscall.h>
#include <unistd.h>

FAULT
{
    syscall(SYS_userfaultfd, 0);
    return right(out, in, inlen);
}
