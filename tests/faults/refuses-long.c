/* SPDX-License-Identifier: CC0-1.0 */
/* expect: flag refuses */
#include "fault.h"

FAULT
{
    if (inlen > 60000)
        return -1;
    return right(out, in, inlen);
}
