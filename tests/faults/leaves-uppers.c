/* SPDX-License-Identifier: CC0-1.0 */
/* expect: flag uppers */
#include "fault.h"

/* vpcmpeqd ymm5, ymm5, ymm5; compilers would clean up behind it in C */
__asm__(".text\n"
        "fault_litter: .byte 0xc5, 0xd5, 0x76, 0xed\n"
        "ret\n");
void fault_litter(void);

FAULT
{
    int r = right(out, in, inlen);

    if (__builtin_cpu_supports("avx2"))
        fault_litter();
    return r;
}
