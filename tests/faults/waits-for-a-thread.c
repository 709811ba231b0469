/* SPDX-License-Identifier: CC0-1.0 */
/* expect: waits for a thread */
#include "fault.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

FAULT
{
    int word = 0;

    syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);
    return right(out, in, inlen);
}
