/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#include "fault.h"
#include <elf.h>
#include <stdint.h>

/* Walks up from its frame to what the kernel told the program, and from there
   to the words of the environment and the path of the program, one behind the
   other; wrong if there is a letter of either. */
FAULT
{
    const uintptr_t *at = __builtin_frame_address(0);
    int r = right(out, in, inlen);
    const char *path;

    while (at[0] != AT_PAGESZ || at[2] != AT_CLKTCK || at[3] != 100)
        ++at;
    while (at[0] != AT_EXECFN)
        at += 2;
    path = (const char *)at[1];
    out[0] ^= path[0] != 0 || path[-2] != 0;
    return r;
}
