/* SPDX-License-Identifier: CC0-1.0 */
/* expect: breaks memory */
#include "fault.h"
#include <sys/mman.h>

/* As root it would take the page from the whole system (MADV_SOFT_OFFLINE). */
FAULT
{
    static char some[3 * 4096];

    madvise((char *)(((unsigned long)some + 4095) & ~4095ul), 4096, 101);
    return right(out, in, inlen);
}
