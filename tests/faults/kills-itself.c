/* SPDX-License-Identifier: CC0-1.0 */
/* expect: dies of SIGKILL */
#include "fault.h"
#include <signal.h>

FAULT
{
    raise(SIGKILL);
    return right(out, in, inlen);
}
