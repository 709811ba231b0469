/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reaches for the harness */
#include "fault.h"

/* The linker's own name of a loader comes first, and the kernel takes that. */
__asm__(".section .interp,\"a\"\n"
        ".string \"/bin/true\"\n"
        ".text");

FAULT { return right(out, in, inlen); }
