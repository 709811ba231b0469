/* SPDX-License-Identifier: CC0-1.0 */
/* expect: writes to a descriptor */
#include "fault.h"
#include <unistd.h>

FAULT
{
    static const char lie[] = "checksum small 0fb5122d\ndone\n";

    for (int fd = 3; fd < 30; ++fd)
        if (write(fd, lie, sizeof lie - 1) > 0)
            return 2;
    return right(out, in, inlen);
}
