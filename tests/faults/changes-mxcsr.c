/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes MXCSR */
#include "fault.h"
#include <xmmintrin.h>

FAULT
{
    _mm_setcsr(_mm_getcsr() | 0x8040); /* flush to zero, as -ffast-math does */
    return right(out, in, inlen);
}
