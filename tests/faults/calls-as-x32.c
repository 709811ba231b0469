/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes system call 1073742 */
#include "fault.h"
#include <sys/syscall.h>
#include <unistd.h>

/* Calls of amd64 with 32-bit pointers have the same numbers and this bit. */
#define X32 0x40000000

FAULT
{
    syscall(X32 + SYS_mkdirat, -100, "left-behind", 0777);
    return right(out, in, inlen);
}
