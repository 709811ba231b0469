/* SPDX-License-Identifier: CC0-1.0 */
/* expect: blocks signals */
#include "fault.h"
#include <signal.h>

FAULT
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    return right(out, in, inlen);
}
