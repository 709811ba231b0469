/* SPDX-License-Identifier: CC0-1.0 */
/* expect: sets an alarm */
#include "fault.h"
#include <unistd.h>

FAULT
{
    alarm(1);
    return right(out, in, inlen);
}
