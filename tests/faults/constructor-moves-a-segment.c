/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes a segment */
#include "fault.h"
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Before main, so that what is usual would be another place. */
__attribute__((constructor)) static void move(void)
{
    static unsigned long place;

    if (getauxval(AT_HWCAP2) & 2)
        __asm__ volatile(".byte 0xf3, 0x48, 0x0f, 0xae, 0xd8" ::"a"(&place));
    else
        syscall(SYS_modify_ldt, 0, &place, sizeof place);
}

FAULT { return right(out, in, inlen); }
