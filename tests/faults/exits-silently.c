/* SPDX-License-Identifier: CC0-1.0 */
/* expect: ends early with exit status 0 */
#include "fault.h"
#include <unistd.h>

FAULT
{
    if (inlen == 40)
        _exit(0);
    return right(out, in, inlen);
}
