/* SPDX-License-Identifier: CC0-1.0 */
/* expect: sends a signal */
#include "fault.h"
#include <signal.h>
#include <unistd.h>

FAULT
{
    kill(getppid(), SIGKILL);
    return right(out, in, inlen);
}
