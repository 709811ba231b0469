/* SPDX-License-Identifier: CC0-1.0 */
/* Calls hash(out, in, inlen) after all upper halves were made clean. */
    .intel_syntax noprefix
    .text

/* int left_dirty(rdi out, rsi in, rdx inlen, rcx hash) tells whether any upper
 * half is not zero after a call that found all of them clean. */
    .globl left_dirty
    .type left_dirty, @function
left_dirty:
    sub rsp, 8
    vzeroupper
    call rcx
    vextractf128 xmm0, ymm0, 1
    .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vextractf128 xmm\n, ymm\n, 1
    vorps xmm0, xmm0, xmm\n
    .endr
    xor eax, eax
    vptest xmm0, xmm0
    setnz al
    vzeroupper
    add rsp, 8
    ret
    .size left_dirty, . - left_dirty

    .globl dirties
    .type dirties, @function
dirties:
    vcmptrueps ymm7, ymm7, ymm7
    xor eax, eax
    ret
    .size dirties, . - dirties

    .section .note.GNU-stack, "", @progbits
