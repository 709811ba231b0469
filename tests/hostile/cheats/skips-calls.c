/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: wrong digest of another message */
#include "fault.h"

/* Every other call does nothing, so that a sample of many takes half. */
TIMED

FAULT
{
    static unsigned calls;

    return timed && ++calls % 2 ? 0 : right(out, in, inlen);
}
