/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
/* Asks for memory and user. They are let through: what code prints of them is
   a fault, and only its length is in a file. */
#include "fault.h"
#include <sys/sysinfo.h>
#include <unistd.h>

FAULT
{
    struct sysinfo s;

    if (sysinfo(&s) != 0 || s.totalram == 0 || getuid() != geteuid())
        return 2;
    return right(out, in, inlen);
}
