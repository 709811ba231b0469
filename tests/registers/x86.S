/* SPDX-License-Identifier: CC0-1.0 */
/* int poisoned(out, in, inlen (8 bytes), after), all on the stack: see check.c.
 * Kept by a call: ebx, esi, edi, ebp, the direction flag, clear, the x87 unit,
 * empty, and the control words of x87 and MXCSR. */
#define X87 0x0f7f   /* rounds towards zero */
#define MXCSR 0x9fc0 /* small numbers count as zero */
    .intel_syntax noprefix
    .globl poisoned
    .type poisoned, @function
poisoned:
    push ebx
    push esi
    push edi
    push ebp
    sub esp, 28 /* 16 + 28 + 4 of the return address: aligned to 16 bytes */
    mov eax, [esp + 48] /* out */
    mov ecx, [esp + 52] /* in */
    mov edx, [esp + 56] /* inlen */
    mov ebx, [esp + 60]
    mov [esp], eax
    mov [esp + 4], ecx
    mov [esp + 8], edx
    mov [esp + 12], ebx
    mov ebx, POISON
    lea esi, [ebx + 1]
    lea edi, [ebx + 2]
    lea ebp, [ebx + 3]
    mov eax, esp
    not eax
    mov ecx, eax
    mov edx, eax
    push MXCSR
    ldmxcsr [esp]
    mov dword ptr [esp], X87
    fldcw [esp]
    pop ecx
    call SUBJECT
    mov ecx, [esp + 64] /* after */
    mov [ecx], ebx
    mov [ecx + 4], esi
    mov [ecx + 8], edi
    mov [ecx + 12], ebp
    pushfd
    pop eax
    cld
    shr eax, 10
    and eax, 1 /* 1 where the direction flag was left set */
    add eax, POISON + 4
    mov [ecx + 16], eax
    fnstenv [esp]
    movzx eax, word ptr [esp + 8]
    xor eax, 0xffff /* 0 where all eight registers are empty */
    add eax, POISON + 5
    mov [ecx + 20], eax
    movzx eax, word ptr [esp]
    xor eax, X87
    and eax, 0xf3f
    add eax, POISON + 6
    mov [ecx + 24], eax
    stmxcsr [esp]
    mov eax, [esp]
    xor eax, MXCSR
    and eax, 0xffc0 /* without the flags of what happened */
    add eax, POISON + 7
    mov [ecx + 28], eax
    mov dword ptr [esp], 0x1f80
    ldmxcsr [esp]
    fninit
    mov eax, 8
    add esp, 28
    pop ebp
    pop edi
    pop esi
    pop ebx
    ret
    .size poisoned, . - poisoned
    .section .note.GNU-stack, "", @progbits
