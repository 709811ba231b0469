/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes system call 4000 */
#include "fault.h"
#include <unistd.h>

FAULT
{
    syscall(4000);
    return right(out, in, inlen);
}
