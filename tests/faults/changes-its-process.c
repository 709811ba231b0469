/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes its process (prctl) */
#include "fault.h"
#include <sys/prctl.h>

FAULT
{
    prctl(PR_SET_NAME, "try", 0, 0, 0);
    return right(out, in, inlen);
}
