/* SPDX-License-Identifier: CC0-1.0 */
/* expect: eats memory: over 512 MB */
#include "fault.h"
#include <stdlib.h>

/* What is left is smaller than a piece. */
FAULT
{
    static void *volatile pieces;

    while ((pieces = malloc((size_t)64 << 20)) != 0)
        ;
    return right(out, in, inlen);
}
