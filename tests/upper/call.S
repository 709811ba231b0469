/* SPDX-License-Identifier: CC0-1.0 */
/* Calls hash(out, in, inlen) after the upper halves of ymm0 to ymm15 were made
 * clean or, if dirty is not 0, one of them dirty. In amd64's baseline but for
 * what is in question, AVX. */
    .intel_syntax noprefix
    .text

/* unsigned long long timed(rdi out, rsi in, rdx inlen, rcx hash, r8d dirty)
 * returns ticks. */
    .globl timed
    .type timed, @function
timed:
    push rbx
    push rbp
    push r12
    mov rbx, rcx
    mov r12, rdx
    vzeroupper
    test r8d, r8d
    jz 1f
    vcmptrueps ymm15, ymm15, ymm15
1:
    lfence
    rdtsc
    shl rdx, 32
    lea rbp, [rdx + rax]
    mov rdx, r12
    call rbx
    lfence
    rdtsc
    shl rdx, 32
    add rax, rdx
    sub rax, rbp
    vzeroupper
    pop r12
    pop rbp
    pop rbx
    ret
    .size timed, . - timed

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

/* What the harness has to see, as functions to call: code that alternates, the
 * same with the cure, one transition there and back, and a dirty one. */
.macro ALTERNATING name, times
    .globl \name
    .type \name, @function
\name:
    .rept \times
    pxor xmm0, xmm1
    vpxor xmm2, xmm1, xmm0
    .endr
    xor eax, eax
    ret
    .size \name, . - \name
.endm

    ALTERNATING alternates, 16
    ALTERNATING transits, 1

    .globl cured
    .type cured, @function
cured:
    vzeroupper
    jmp alternates
    .size cured, . - cured

    .globl dirties
    .type dirties, @function
dirties:
    vcmptrueps ymm7, ymm7, ymm7
    xor eax, eax
    ret
    .size dirties, . - dirties

    .section .note.GNU-stack, "", @progbits
