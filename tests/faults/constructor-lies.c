/* SPDX-License-Identifier: CC0-1.0 */
/* expect: prints */
#include "fault.h"
#include <unistd.h>

__attribute__((constructor)) static void lie(void)
{
    static const char lines[] = "checksum small 0fb5122d\ndone\n";

    if (write(1, lines, sizeof lines - 1) > 0)
        _exit(0);
}

FAULT { return right(out, in, inlen); }
