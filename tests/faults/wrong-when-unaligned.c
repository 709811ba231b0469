/* SPDX-License-Identifier: CC0-1.0 */
/* expect: wrong digest */
#include "fault.h"

/* where: on unaligned input only */
#include <stdint.h>

FAULT
{
    int aligned = (uintptr_t)in % 4 == 0;
    int r = right(out, in, inlen);

    out[5] ^= !aligned;
    return r;
}
