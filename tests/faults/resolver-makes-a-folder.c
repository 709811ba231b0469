/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reaches for the harness */
#include "fault.h"
#include <stddef.h>

#ifdef __x86_64__
/* Runs before any constructor, while the program is being loaded. */
static void nothing(void) {}
static void (*resolve(void))(void)
{
    long result;

    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(83L), "D"("left-behind"), "S"(0777L)
                     : "rcx", "r11", "memory");
    return result ? nothing : NULL;
}
static void chosen(void) __attribute__((ifunc("resolve")));
#else
#error "written for amd64"
#endif

FAULT
{
    chosen();
    return right(out, in, inlen);
}
