/* SPDX-License-Identifier: CC0-1.0 */
/* expect: flag uppers */
#include "fault.h"

/* The upper half of a register of 512 bits alone, and where there are none that
   of 256: vpxor, vpcmpeqd ymm5; vpxord zmm6; vinserti64x4 zmm6, zmm6, ymm5, 1;
   vzeroupper would end it, so ymm5 is cleaned by itself: vpxor xmm5. */
__asm__(".text\n"
        "fault_quarters: .byte 0xc5, 0xd5, 0x76, 0xed\n"
        ".byte 0x62, 0xf1, 0x4d, 0x48, 0xef, 0xf6\n"
        ".byte 0x62, 0xf3, 0xcd, 0x48, 0x3a, 0xf5, 0x01\n"
        ".byte 0xc5, 0xd1, 0xef, 0xed\n"
        "ret\n"
        "fault_halves: .byte 0xc5, 0xd5, 0x76, 0xed\n"
        "ret\n");
void fault_quarters(void);
void fault_halves(void);

FAULT
{
    int r = right(out, in, inlen);

    if (__builtin_cpu_supports("avx512f"))
        fault_quarters();
    else if (__builtin_cpu_supports("avx2"))
        fault_halves();
    return r;
}
