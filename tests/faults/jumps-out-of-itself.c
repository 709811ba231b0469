/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#include "fault.h"
#include <setjmp.h>

static jmp_buf out_of_it;

static void leave(void) { longjmp(out_of_it, 1); }

FAULT
{
    if (setjmp(out_of_it) == 0)
        leave();
    return right(out, in, inlen);
}
