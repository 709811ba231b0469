/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: changes its answer while it is timed */
#include "fault.h"

TIMED

FAULT
{
    static unsigned calls;
    int r = right(out, in, inlen);

    out[3] ^= timed && ++calls > 100;
    return r;
}
