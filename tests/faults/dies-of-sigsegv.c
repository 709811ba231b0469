/* SPDX-License-Identifier: CC0-1.0 */
/* expect: dies of SIGSEGV */
#include "fault.h"

FAULT
{
    *(volatile int *)16 = 0;
    return right(out, in, inlen);
}
