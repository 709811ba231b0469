/* SPDX-License-Identifier: CC0-1.0 */
/* expect: makes a folder */
#include "fault.h"

#ifndef __x86_64__
#error "written for amd64"
#endif

/* Writes code and runs it without a call that makes memory executable: an
   object may tell the linker that its stack is for code. */
__asm__(".section .note.GNU-stack,\"x\",@progbits\n.text");

FAULT
{
    static const unsigned char code[] = {0x0f, 0x05, 0xc3}; /* syscall; ret */
    volatile unsigned char room[sizeof code];
    long result;

    for (unsigned i = 0; i < sizeof code; ++i)
        room[i] = code[i];
    __asm__ volatile("lea -128(%%rsp), %%rsp\n call *%1\n"
                     "lea 128(%%rsp), %%rsp"
                     : "=a"(result)
                     : "r"(room), "a"(83), "D"("left-behind"), "S"(0777)
                     : "rcx", "r11", "memory");
    return right(out, in, inlen);
}
