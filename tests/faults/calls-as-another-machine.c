/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes system call 39 of another machine */
#include "fault.h"

/* Where numbers mean something else: mkdir of i386 is getpid of amd64. */
FAULT
{
    long result;

    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(39), "b"("left-behind"), "c"(0777)
                     : "memory");
    return right(out, in, inlen);
}
