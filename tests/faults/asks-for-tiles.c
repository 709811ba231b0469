/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes its process (arch_prctl) */
#include "fault.h"
#include <sys/syscall.h>
#include <unistd.h>

FAULT
{
    syscall(SYS_arch_prctl, 0x1023, 18); /* ARCH_REQ_XCOMP_PERM, tiles */
    return right(out, in, inlen);
}
