/* SPDX-License-Identifier: CC0-1.0 */
/* expect: reaches for the harness */
#include "fault.h"

#ifdef __x86_64__
/* A relocation that no compiler writes, in a section that is loaded: the loader
   would call `resolve`, which `nm` does not show as an indirect function. */
__attribute__((used)) static void *resolve(void) { return resolve; }
__attribute__((used)) static void *slot;

__asm__(".section .rela.init,\"a\"\n"
        ".quad slot, 37, resolve\n" /* R_X86_64_IRELATIVE */
        ".text");
#else
#error "written for amd64"
#endif

FAULT { return right(out, in, inlen); }
