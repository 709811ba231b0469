/* SPDX-License-Identifier: CC0-1.0 */
/* expect: writes to a descriptor */
#include "fault.h"
#include <unistd.h>

static void lie(int argc)
{
    if (argc && write(3, "lie", 3) > 0)
        _exit(0);
}
__attribute__((section(".init_array"),
               used)) static void (*const first)(int) = lie;

FAULT { return right(out, in, inlen); }
