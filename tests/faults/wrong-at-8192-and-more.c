/* SPDX-License-Identifier: CC0-1.0 */
/* expect: wrong digest */
#include "fault.h"

/* where: first wrong length 8191, */
FAULT
{
    int r = right(out, in, inlen);

    out[5] ^= inlen > 4097 && inlen < 65000;
    return r;
}
