/* SPDX-License-Identifier: CC0-1.0 */
/* expect: flag underread */
#include "fault.h"

FAULT
{
    volatile unsigned char beyond = in[-1];

    (void)beyond;
    return right(out, in, inlen);
}
