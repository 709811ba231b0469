/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes the protection of memory */
#include "fault.h"
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Without a system call, where there are such keys (wrpkru). */
FAULT
{
    unsigned a, b, c, d;

    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) && (c >> 4 & 1))
        __asm__ volatile(".byte 0x0f, 0x01, 0xef" ::"a"(4), "c"(0), "d"(0));
    else
        syscall(SYS_pkey_alloc, 0, 0);
    return right(out, in, inlen);
}
