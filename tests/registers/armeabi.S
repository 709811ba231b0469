/* SPDX-License-Identifier: CC0-1.0 */
/* int poisoned(r0 out, r1 in, r2 and r3 inlen, [sp] after): see check.c.
 * Kept by a call: r4 to r11, and with NEON d8 to d15. */
    .syntax unified
    .arm
    .text
    .align 2
    .globl poisoned
    .type poisoned, %function
poisoned:
    push {r4-r11, lr}
#ifdef __ARM_NEON
    vpush {d8-d15}
#endif
    sub sp, sp, #4 /* 36 + 64 + 4: aligned to 8 bytes */
    ldr r4, =POISON
    add r5, r4, #1
    add r6, r4, #2
    add r7, r4, #3
    add r8, r4, #4
    add r9, r4, #5
    add r10, r4, #6
    add r11, r4, #7
#ifdef __ARM_NEON
    vmov d8, r4, r5 /* two patterns each; checked with the words they came from */
    vmov d9, r6, r7
    vmov d10, r8, r9
    vmov d11, r10, r11
    vmov d12, r4, r5
    vmov d13, r6, r7
    vmov d14, r8, r9
    vmov d15, r10, r11
    vmvn.i32 q0, #0
    vmvn.i32 q15, #0
#endif
    mvn r12, sp
    bl SUBJECT
#ifdef __ARM_NEON
    ldr r12, [sp, #4 + 64 + 36]
    stmia r12!, {r4-r11}
    /* The second halves of q4 to q7 have to equal those of the first. */
    veor d8, d8, d12
    veor d9, d9, d13
    veor d10, d10, d14
    veor d11, d11, d15
    vorr d8, d8, d9
    vorr d10, d10, d11
    vorr d8, d8, d10
    vmov r0, r1, d8
    orr r0, r0, r1
    vmov r1, r2, d15
    eor r1, r1, r10
    orr r0, r0, r1
    vmov r1, r2, d12
    eor r1, r1, r4
    orr r0, r0, r1
    add r0, r0, r4 /* POISON + 8 where nothing differs */
    add r0, r0, #8
    str r0, [r12]
    mov r0, #9
#else
    ldr r12, [sp, #4 + 36]
    stmia r12!, {r4-r11}
    mov r0, #8
#endif
    add sp, sp, #4
#ifdef __ARM_NEON
    vpop {d8-d15}
#endif
    pop {r4-r11, pc}
    .size poisoned, . - poisoned
    .ltorg
    .section .note.GNU-stack, "", %progbits
