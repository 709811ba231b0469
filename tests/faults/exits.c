/* SPDX-License-Identifier: CC0-1.0 */
/* expect: calls exit */
#include "fault.h"
#include <stdlib.h>

FAULT
{
    if (inlen == 40)
        exit(0);
    return right(out, in, inlen);
}
