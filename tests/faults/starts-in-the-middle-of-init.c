/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reaches for the harness */
#include "fault.h"
#include <sys/stat.h>

__attribute__((used)) static void make(void) { mkdir("left-behind", 0777); }

/* Adds to the function that the linker puts together of pieces of objects. */
__asm__(".section .init,\"ax\"\n"
        "call make\n"
        ".text");

FAULT { return right(out, in, inlen); }
