/* SPDX-License-Identifier: CC0-1.0 */
/* expect: calls exit */
#include "fault.h"
#include <unistd.h>

FAULT
{
    if (inlen == 40)
        _exit(0);
    return right(out, in, inlen);
}
