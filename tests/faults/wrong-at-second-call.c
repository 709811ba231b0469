/* SPDX-License-Identifier: CC0-1.0 */
/* expect: is nondeterministic: the second call differs */
#include "fault.h"

FAULT
{
    static int calls;
    int r = right(out, in, inlen);

    out[5] ^= calls++ == 1;
    return r;
}
