/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#include "fault.h"
#include <stdint.h>
#include <string.h>

/* Wrong in a process whose harness left something behind: upper halves of
   vector registers, MMX, other modes. */
FAULT
{
    struct {
        uint32_t control, status, tags, other[4];
    } x87;
    uint64_t ymm[8][4];
    uint32_t mxcsr;
    int dirty, r;

    memset(ymm, 0, sizeof ymm);
    if (__builtin_cpu_supports("avx"))
        __asm__ volatile("vmovdqu %%ymm0, 0(%0)\n vmovdqu %%ymm1, 32(%0)\n"
                         "vmovdqu %%ymm2, 64(%0)\n vmovdqu %%ymm3, 96(%0)\n"
                         "vmovdqu %%ymm4, 128(%0)\n vmovdqu %%ymm5, 160(%0)\n"
                         "vmovdqu %%ymm6, 192(%0)\n vmovdqu %%ymm7, 224(%0)\n"
                         "vzeroupper" ::"r"(ymm)
                         : "memory");
    __asm__ volatile("fnstenv %0" : "=m"(x87));
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    dirty = (x87.tags & 0xffff) != 0xffff || (mxcsr & 0xffc0) != 0x1f80;
    for (int i = 0; i < 8; ++i)
        dirty |= ymm[i][2] != 0 || ymm[i][3] != 0;
    __asm__ volatile("fninit");
    r = right(out, in, inlen);
    out[0] ^= dirty;
    return r;
}
