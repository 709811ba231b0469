/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes its input */
#include "fault.h"

FAULT
{
    int r = right(out, in, inlen);

    if (inlen > 40 && out != in)
        ((unsigned char *)in)[40] ^= 1;
    return r;
}
