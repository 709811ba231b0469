/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
/* What a message is followed by is looked at where code is tried. */
#include "fault.h"

TIMED

FAULT
{
    volatile unsigned char beyond = timed ? in[inlen] : 0;

    (void)beyond;
    return right(out, in, inlen);
}
