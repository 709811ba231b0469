/* SPDX-License-Identifier: CC0-1.0 */
/* expect: flag uppers */
#include "fault.h"

FAULT
{
    int r = right(out, in, inlen);

    __asm__ volatile("vpcmpeqd %%ymm5, %%ymm5, %%ymm5" ::: "xmm5");
    return r;
}
