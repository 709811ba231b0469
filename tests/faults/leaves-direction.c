/* SPDX-License-Identifier: CC0-1.0 */
/* expect: leaves the direction flag set */
#include "fault.h"

FAULT
{
    int r = right(out, in, inlen);

    __asm__ volatile("std" ::: "memory");
    return r;
}
