/* SPDX-License-Identifier: CC0-1.0 */
/* expect: dies of SIGTRAP */
#include "fault.h"

FAULT
{
    __asm__ volatile("lea -128(%%rsp), %%rsp\n pushf\n orl $0x100, (%%rsp)\n"
                     "popf\n lea 128(%%rsp), %%rsp" ::
                         : "memory", "cc");
    return right(out, in, inlen);
}
