/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes a child process or thread */
#include "fault.h"
#include <sys/syscall.h>
#include <unistd.h>

FAULT
{
    static char stack[4096];

    syscall(SYS_clone, 0x10900, stack + 4000, 0, 0,
            0); /* CLONE_VM, SIGHAND, THREAD */
    return right(out, in, inlen);
}
