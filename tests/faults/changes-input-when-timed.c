/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: wrong digest of another message */
#include "fault.h"

TIMED

FAULT
{
    int r = right(out, in, inlen);

    if (timed && inlen > 40)
        ((unsigned char *)in)[40] ^= 1;
    return r;
}
