/* SPDX-License-Identifier: CC0-1.0 */

/* What every file of assembly for x86 and amd64 begins with, whatever syntax
   it goes on in.

   With -fcf-protection, as several distributions build by default, a program
   may use indirect branch tracking and a shadow stack only if each of its
   objects says that it bears them: so this one says so, and its functions
   begin with TARGET, where an indirect call may lead. There is no other target
   of an indirect jump. Without that option nothing is added.

   For debuggers and profilers, which unwind the stack at any instruction, the
   frame is described: TARGET begins a function, .cfi_endproc ends it, SAVE and
   RESTORE push and pop a register of the caller, and .cfi directives follow
   what else moves the stack pointer. Where no register is left to hold the old
   one, it is in memory: CFA_AT(at, size) says so, at bytes from the stack
   pointer, size bytes before the caller's frame. None of that makes code. */

#if defined(__CET__) && (__CET__ & 1)
#if defined(__x86_64__)
#define TARGET .cfi_startproc; .byte 0xf3, 0x0f, 0x1e, 0xfa; /* endbr64 */
#else
#define TARGET .cfi_startproc; .byte 0xf3, 0x0f, 0x1e, 0xfb; /* endbr32 */
#endif
#else
#define TARGET .cfi_startproc
#endif

#if defined(__x86_64__)
#define WORD_SIZE 8
#define SP_NUMBER 7 /* of the stack pointer, in DWARF */
#else
#define WORD_SIZE 4
#define SP_NUMBER 4
#endif

#define SAVE(r) push r; .cfi_adjust_cfa_offset WORD_SIZE; .cfi_rel_offset r, 0
#define RESTORE(r) pop r; .cfi_adjust_cfa_offset -WORD_SIZE; .cfi_restore r

/* DW_CFA_def_cfa_expression: six bytes that load the word there, and add. */
#define CFA_AT(at, size) \
        .cfi_escape 0x0f, 6, 0x70 + SP_NUMBER, ((at) & 127) | 128, (at) >> 7, \
            0x06, 0x23, size

#if defined(__CET__)
#if defined(__LP64__)
#define PROPERTY_ALIGN 3 /* a power of two */
#else
#define PROPERTY_ALIGN 2
#endif
        .pushsection .note.gnu.property, "a"
        .p2align PROPERTY_ALIGN
        .long 4, 4f - 1f, 5     /* of the name and of what follows it; type */
        .asciz "GNU"
1:      .long 0xc0000002, 3f - 2f /* GNU_PROPERTY_X86_FEATURE_1_AND */
2:      .long __CET__           /* 1 IBT, 2 SHSTK */
3:      .p2align PROPERTY_ALIGN
4:
        .popsection
#endif
