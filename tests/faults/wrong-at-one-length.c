/* SPDX-License-Identifier: CC0-1.0 */
/* expect: wrong digest */
#include "fault.h"

/* where: first wrong length 3001, 1 of */
FAULT
{
    int r = right(out, in, inlen);

    out[5] ^= inlen == 3001;
    return r;
}
