/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes a queue of requests */
#include "fault.h"
#include <sys/syscall.h>
#include <unistd.h>

FAULT
{
    static char parameters[120];

    syscall(425, 1, parameters); /* io_uring_setup */
    return right(out, in, inlen);
}
