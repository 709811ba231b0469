/* SPDX-License-Identifier: CC0-1.0 */
/* expect: returns 1 */
#include "fault.h"

FAULT
{
    right(out, in, inlen);
    return 1;
}
