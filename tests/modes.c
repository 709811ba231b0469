/* SPDX-License-Identifier: CC0-1.0 */
/* Leaves a mode of the processor changed, on machines that tests/faults do not
   run on; SWITCH chooses one that is not of floating point. */

#include "fault.h"

#if defined(__aarch64__) && defined(SWITCH)
#define CHANGE                                                                 \
    __asm__ volatile("msr s3_3_c4_c2_7, %0" ::"r"(1ul << 25)) /* TCO */
#elif defined(__aarch64__)
#define CHANGE __asm__ volatile("msr fpcr, %0" ::"r"(1ul << 24))
#elif defined(__arm__)
#define CHANGE                                                                 \
    __asm__ volatile("mov r0, #0x01000000\n.inst 0xeee10a10" ::: "r0")
#elif defined(__powerpc__)
#define CHANGE __asm__ volatile("mtfsb1 31")
#elif defined(__riscv)
#define CHANGE __asm__ volatile("fsrmi 1")
#endif

FAULT
{
    int r = right(out, in, inlen);

    CHANGE;
    return r;
}
