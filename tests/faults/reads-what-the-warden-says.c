/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reads from a descriptor */
#include "fault.h"
#include <unistd.h>

FAULT
{
    char word;

    if (read(3, &word, 1) > 0)
        return 2;
    return right(out, in, inlen);
}
