/* SPDX-License-Identifier: CC0-1.0 */
/* int poisoned(rdi out, rsi in, rdx inlen, rcx after): see check.c.
   Kept by a call: rbx, rbp, r12 to r15, and the direction flag, clear. */
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
    shr eax, 10
    and eax, 1 /* 1 where the direction flag was left set */
    add rax, POISON + 6
    mov [rcx + 48], rax
    mov eax, 7
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbp
    pop rbx
    ret
.size poisoned, . - poisoned
.section .note.GNU-stack, "", @progbits
