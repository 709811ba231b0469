/* SPDX-License-Identifier: CC0-1.0 */
/* expect: calls abort */
#include "fault.h"
#include <stdlib.h>

FAULT
{
    if (inlen == 40)
        abort();
    return right(out, in, inlen);
}
