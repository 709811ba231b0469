/* SPDX-License-Identifier: CC0-1.0 */
/* expect: flag mmx */
#include "fault.h"

FAULT
{
    int r = right(out, in, inlen);

    __asm__ volatile("movq %%rsp, %%mm0" ::: "mm0");
    return r;
}
