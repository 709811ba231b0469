/* SPDX-License-Identifier: CC0-1.0 */
/* expect: leaves its process group */
#include "fault.h"
#include <unistd.h>

FAULT
{
    setsid();
    return right(out, in, inlen);
}
