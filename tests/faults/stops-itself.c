/* SPDX-License-Identifier: CC0-1.0 */
/* expect: sends a signal */
#include "fault.h"
#include <signal.h>

FAULT
{
    raise(SIGSTOP);
    return right(out, in, inlen);
}
