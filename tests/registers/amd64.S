/* SPDX-License-Identifier: CC0-1.0 */
/* int poisoned(rdi out, rsi in, rdx inlen, rcx after): see check.c.
 * Kept by a call: rbx, rbp, r12 to r15, the direction flag, clear, the x87
 * unit, empty, and the control words of x87 and MXCSR. */
#define X87 0x0f7f   /* rounds towards zero */
#define MXCSR 0x9fc0 /* small numbers count as zero */
    .intel_syntax noprefix
    .globl poisoned
    .type poisoned, @function
poisoned:
    push rbx
    push rbp
    push r12
    push r13
    push r14
    push r15
    push rcx /* seven and the return address: aligned to 16 bytes */
    mov rbx, POISON
    lea rbp, [rbx + 1]
    lea r12, [rbx + 2]
    lea r13, [rbx + 3]
    lea r14, [rbx + 4]
    lea r15, [rbx + 5]
    mov rax, rsp
    mov rcx, rsp
    not rcx
    mov r8, rcx
    mov r9, rcx
    mov r10, rcx
    mov r11, rcx
    movq xmm0, rcx
    movdqa xmm1, xmm0
    movdqa xmm7, xmm0
    movdqa xmm8, xmm0
    movdqa xmm15, xmm0
    push MXCSR
    ldmxcsr [rsp]
    mov dword ptr [rsp], X87
    fldcw [rsp]
    pop rcx
    call SUBJECT
    pop rcx
    mov [rcx], rbx
    mov [rcx + 8], rbp
    mov [rcx + 16], r12
    mov [rcx + 24], r13
    mov [rcx + 32], r14
    mov [rcx + 40], r15
    pushfq
    pop rax
    cld
    shr eax, 10
    and eax, 1 /* 1 where the direction flag was left set */
    add rax, POISON + 6
    mov [rcx + 48], rax
    sub rsp, 32
    fnstenv [rsp]
    movzx eax, word ptr [rsp + 8]
    xor eax, 0xffff /* 0 where all eight registers are empty */
    add rax, POISON + 7
    mov [rcx + 56], rax
    movzx eax, word ptr [rsp]
    xor eax, X87
    and eax, 0xf3f
    add rax, POISON + 8
    mov [rcx + 64], rax
    stmxcsr [rsp]
    mov eax, [rsp]
    xor eax, MXCSR
    and eax, 0xffc0 /* without the flags of what happened */
    add rax, POISON + 9
    mov [rcx + 72], rax
    mov dword ptr [rsp], 0x1f80
    ldmxcsr [rsp]
    fninit
    add rsp, 32
    mov eax, 10
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbp
    pop rbx
    ret
    .size poisoned, . - poisoned
    .section .note.GNU-stack, "", @progbits
