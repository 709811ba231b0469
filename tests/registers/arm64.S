/* SPDX-License-Identifier: CC0-1.0 */
/* int poisoned(x0 out, x1 in, x2 inlen, x3 after): see check.c.
 * Kept by a call: x19 to x29, and the lower halves of v8 to v15. */
    .text
    .globl poisoned
    .type poisoned, %function
    .p2align 2
poisoned:
    stp x29, x30, [sp, -176]!
    stp x19, x20, [sp, 16]
    stp x21, x22, [sp, 32]
    stp x23, x24, [sp, 48]
    stp x25, x26, [sp, 64]
    stp x27, x28, [sp, 80]
    stp d8, d9, [sp, 96]
    stp d10, d11, [sp, 112]
    stp d12, d13, [sp, 128]
    stp d14, d15, [sp, 144]
    str x3, [sp, 160]
    ldr x10, =POISON
    .irp i, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    add x\i, x10, \i - 19
    .endr
    .irp i, 8, 9, 10, 11, 12, 13, 14, 15
    add x9, x10, \i + 3
    fmov d\i, x9
    .endr
    mov x8, -1
    dup v0.2d, x8
    dup v31.2d, x8
    bl SUBJECT
    ldr x9, [sp, 160]
    .irp i, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    str x\i, [x9], 8
    .endr
    .irp i, 8, 9, 10, 11, 12, 13, 14, 15
    str d\i, [x9], 8
    .endr
    mov w0, 19
    ldp x19, x20, [sp, 16]
    ldp x21, x22, [sp, 32]
    ldp x23, x24, [sp, 48]
    ldp x25, x26, [sp, 64]
    ldp x27, x28, [sp, 80]
    ldp d8, d9, [sp, 96]
    ldp d10, d11, [sp, 112]
    ldp d12, d13, [sp, 128]
    ldp d14, d15, [sp, 144]
    ldp x29, x30, [sp], 176
    ret
    .size poisoned, . - poisoned
    .ltorg
    .section .note.GNU-stack, "", %progbits
