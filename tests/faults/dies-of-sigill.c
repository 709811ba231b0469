/* SPDX-License-Identifier: CC0-1.0 */
/* expect: dies of SIGILL */
#include "fault.h"
#include <signal.h>

FAULT
{
    raise(SIGILL);
    return right(out, in, inlen);
}
