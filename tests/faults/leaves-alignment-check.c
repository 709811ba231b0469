/* SPDX-License-Identifier: CC0-1.0 */
/* expect: leaves the alignment check on */
#include "fault.h"

FAULT
{
    int r = right(out, in, inlen);

    __asm__ volatile("lea -128(%%rsp), %%rsp\n pushf\n orl $0x40000, (%%rsp)\n"
                     "popf\n lea 128(%%rsp), %%rsp" ::
                         : "memory", "cc");
    return r;
}
