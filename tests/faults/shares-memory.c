/* SPDX-License-Identifier: CC0-1.0 */
/* expect: maps memory that is shared, executable */
#include "fault.h"
#include <sys/mman.h>

FAULT
{
    mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return right(out, in, inlen);
}
