/* SPDX-License-Identifier: CC0-1.0 */
/* expect: leaves the flag of nested tasks set */
#include "fault.h"

/* Kernels take another way into a call with it. */
FAULT
{
    int r = right(out, in, inlen);

    __asm__ volatile("lea -128(%%rsp), %%rsp\n pushf\n orl $0x4000, (%%rsp)\n"
                     "popf\n lea 128(%%rsp), %%rsp" ::
                         : "memory", "cc");
    return r;
}
