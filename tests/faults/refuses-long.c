/* SPDX-License-Identifier: CC0-1.0 */
/* expect: flag refuses */
#include "fault.h"

FAULT
{
    if (inlen > 4096)
        return -1;
    return right(out, in, inlen);
}
