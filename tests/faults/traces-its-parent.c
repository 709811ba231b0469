/* SPDX-License-Identifier: CC0-1.0 */
/* expect: traces a process */
#include "fault.h"
#include <sys/ptrace.h>
#include <unistd.h>

FAULT
{
    ptrace(PTRACE_ATTACH, getppid(), 0, 0);
    return right(out, in, inlen);
}
