/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes the rights of a file */
#include "fault.h"
#include <sys/stat.h>

FAULT
{
    if (chmod("api.h", 0777) != 0)
        return 2;
    return right(out, in, inlen);
}
