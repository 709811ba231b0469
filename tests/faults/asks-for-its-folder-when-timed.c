/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: asks for its folder */
#include "fault.h"
#include <unistd.h>

/* A folder has the name of its owner, and code that is tried asks nothing. */
TIMED

FAULT
{
    char folder[256];

    if (timed && !getcwd(folder, sizeof folder))
        return 2;
    return right(out, in, inlen);
}
