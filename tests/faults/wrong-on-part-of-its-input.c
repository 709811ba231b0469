/* SPDX-License-Identifier: CC0-1.0 */
/* expect: is wrong when the output overlaps the input */
#include "fault.h"
#include <stdint.h>

FAULT
{
    uintptr_t o = (uintptr_t)out, i = (uintptr_t)in;
    int within = o > i && o < i + inlen;
    int r = right(out, in, inlen);

    out[5] ^= within;
    return r;
}
