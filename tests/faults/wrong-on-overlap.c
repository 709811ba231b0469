/* SPDX-License-Identifier: CC0-1.0 */
/* expect: is wrong when the output overlaps the input */
#include "fault.h"

FAULT
{
    int overlap = out == in;
    int r = right(out, in, inlen);

    out[5] ^= overlap;
    return r;
}
