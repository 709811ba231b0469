/* SPDX-License-Identifier: CC0-1.0 */

/* What every file of assembly for 64-bit ARM begins with: the object formats of
   Linux (ELF) and macOS (Mach-O) have other words for the same things, and a
   name of C has an underscore in front in the latter. */

#ifdef __APPLE__

#define NAME(name) _CRYPTO_NAMESPACE(name)
#define PAGE(label) label@PAGE
#define OFFSET(label) label@PAGEOFF

        .macro FUNCTION name
        .text
        .p2align 6
        .private_extern \name
        .globl \name
\name:
        .endm

        .macro END name
        .endm

        .macro CONSTANTS
        .section __TEXT, __const
        .endm

#else

#define NAME(name) CRYPTO_NAMESPACE(name)
#define PAGE(label) label
#define OFFSET(label) :lo12:label

        .macro FUNCTION name
        .text
        .p2align 6
        .hidden \name
        .globl \name
        .type \name, %function
\name:
        .endm

        .macro END name
        .size \name, . - \name
        .endm

        .macro CONSTANTS
        .section .rodata
        .endm

        .section .note.GNU-stack, "", %progbits

#endif
