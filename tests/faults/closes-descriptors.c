/* SPDX-License-Identifier: CC0-1.0 */
/* expect: closes a descriptor */
#include "fault.h"
#include <unistd.h>

FAULT
{
    for (int fd = 3; fd < 30; ++fd)
        close(fd);
    return right(out, in, inlen);
}
