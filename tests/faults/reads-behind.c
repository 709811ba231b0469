/* SPDX-License-Identifier: CC0-1.0 */
/* expect: flag overread */
#include "fault.h"

FAULT
{
    volatile unsigned char beyond = in[inlen];

    (void)beyond;
    return right(out, in, inlen);
}
