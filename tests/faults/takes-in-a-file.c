/* SPDX-License-Identifier: CC0-1.0 */
/* expect: does not compile */
/* compiling: files */
#include "fault.h"

/* What the assembler reads, no preprocessor sees. */
__asm__(".section .rodata\n"
        ".incbin \"/etc/passwd\"\n"
        ".text");

FAULT { return right(out, in, inlen); }
