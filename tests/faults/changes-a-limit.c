/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes a limit */
#include "fault.h"
#include <sys/resource.h>

FAULT
{
    struct rlimit limit = {1, 1};

    setrlimit(RLIMIT_CORE, &limit);
    return right(out, in, inlen);
}
