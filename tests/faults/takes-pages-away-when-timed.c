/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: wrong digest of another message */
#include "fault.h"
#include <stdint.h>
#include <sys/mman.h>

TIMED

/* Unmaps the page of its message, and has one of zeros put there: a wish for a
   place is none of MAP_FIXED. */
FAULT
{
    void *page = (void *)((uintptr_t)in & ~(uintptr_t)4095);
    int r = right(out, in, inlen);

    if (timed && munmap(page, 4096) == 0)
        mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
             -1, 0);
    return r;
}
