/* SPDX-License-Identifier: CC0-1.0 */
/* expect: installs a signal handler */
#include "fault.h"
#include <signal.h>

FAULT
{
    signal(SIGSEGV, SIG_IGN);
    return right(out, in, inlen);
}
