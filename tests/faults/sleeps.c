/* SPDX-License-Identifier: CC0-1.0 */
/* expect: sleeps */
#include "fault.h"
#include <unistd.h>

FAULT
{
    usleep(1);
    return right(out, in, inlen);
}
