/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes the x87 control word */
#include "fault.h"

FAULT
{
    unsigned short single = 0x007f;

    __asm__ volatile("fldcw %0" ::"m"(single));
    return right(out, in, inlen);
}
