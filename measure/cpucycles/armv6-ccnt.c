/* SPDX-License-Identifier: CC0-1.0 */

/*
 * Core cycles on the ARM11 (ARMv6: the first Raspberry Pi): the cycle counter
 * register, cp15 c15 c12 1, 32 bits wide.
 *
 * Who may read it: nobody by default (SIGILL). The owner loads a kernel module
 * that sets bit 0 of cp15 c15 c9 0 (user access) and bit 0 of cp15 c15 c12 0
 * (counters on).
 *
 * What is wrong with it: bit 3 of the latter makes it count every 64th cycle
 * (the clock line then says 64). Other ARMv6 processors may have something
 * else there; later ones have nothing.
 */

#include "counter.h"

#if defined(__arm__)

#if defined(__thumb__) && !defined(__thumb2__)
#define READ "udf #0" /* Thumb-1 cannot say it; trap as if it were closed */
#else
#define READ "mrc p15, 0, %0, c15, c12, 1"
#endif

static const char *ccnt_open(void) { return 0; }

static uint64_t ccnt_read(void)
{
    static uint64_t wide;
    uint32_t now;

    __asm__ volatile(READ : "=r"(now));
    return wide = counter_widen(wide, now);
}

const struct counter counter_armv6_ccnt = {"armv6-ccnt", ccnt_open, ccnt_read,
                                           1};

#endif
