/* SPDX-License-Identifier: CC0-1.0 */
/* expect: moves to another CPU */
#include "fault.h"
#include <sys/syscall.h>
#include <unistd.h>

FAULT
{
    unsigned long mask = 1;

    syscall(SYS_sched_setaffinity, 0, sizeof mask, &mask);
    return right(out, in, inlen);
}
