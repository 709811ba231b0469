/* SPDX-License-Identifier: CC0-1.0 */
/* expect: does not compile */
#include "fault.h"

/* 40 GB of an object file. */
__asm__(".section .rodata\n"
        ".fill 40000000000,1,7\n"
        ".text");

FAULT { return right(out, in, inlen); }
