/* SPDX-License-Identifier: CC0-1.0 */
/* expect: flag mmx */
#include "fault.h"

/* With a full stack, the next number that is loaded is none. */
FAULT
{
    int result = right(out, in, inlen);

#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("fld1\n fld1\n fld1\n fld1\n fld1\n fld1\n fld1\n fld1");
#endif
    return result;
}
