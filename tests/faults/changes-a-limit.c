/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes a limit */
#include "fault.h"
#include <sys/resource.h>

FAULT
{
    struct rlimit limit = {5, 5};

    setrlimit(RLIMIT_NOFILE, &limit);
    return right(out, in, inlen);
}
