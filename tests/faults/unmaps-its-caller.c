/* SPDX-License-Identifier: CC0-1.0 */
/* expect: dies of SIGSEGV */
#include "fault.h"
#include <stdint.h>
#include <sys/mman.h>

/* Takes the page away that it returns to; what names faults may lie there. */
FAULT
{
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);

    munmap((void *)(caller & ~(uintptr_t)4095), 4096);
    return right(out, in, inlen);
}
