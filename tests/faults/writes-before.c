/* SPDX-License-Identifier: CC0-1.0 */
/* expect: writes before its output */
#include "fault.h"

FAULT
{
    int r = right(out, in, inlen);

    out[-1] ^= 1;
    return r;
}
