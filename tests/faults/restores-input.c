/* SPDX-License-Identifier: CC0-1.0 */
/* expect: writes to its input */
#include "fault.h"

FAULT
{
    if (inlen > 0) {
        ((volatile unsigned char *)in)[0] ^= 1;
        ((volatile unsigned char *)in)[0] ^= 1;
    }
    return right(out, in, inlen);
}
