/* SPDX-License-Identifier: CC0-1.0 */
/* int poisoned(r3 out, r4 in, r5 and r6 inlen, r7 after): see check.c.
 * Kept by a call: r14 to r31 (r13 and r2 belong to the system), cr2 to cr4,
 * and v20 to v31 and VRSAVE of AltiVec. */
#define VRSAVE 256
    .machine "altivec"
    .text
    .globl poisoned
    .type poisoned, @function
poisoned:
    stwu 1, -112(1)
    mflr 0
    stw 0, 116(1)
    mfcr 0
    stw 0, 12(1)
    stw 7, 16(1)
    mfspr 0, VRSAVE
    stw 0, 20(1)
    stmw 14, 40(1) /* 18 words */
    lis 14, POISON@ha
    addi 14, 14, POISON@l
    .set k, 1
    .rept 17
    addi 14 + k, 14, k
    .set k, k + 1
    .endr
    lis 8, 0x5555
    mtcrf 0x38, 8 /* cr2 to cr4 */
    lis 8, vectors@ha
    addi 8, 8, vectors@l
    .set k, 0
    .rept 12
    lvx 20 + k, 0, 8
    addi 8, 8, 16
    .set k, k + 1
    .endr
    addi 8, 14, 31
    mtspr VRSAVE, 8
    not 8, 1
    mr 9, 8
    mr 10, 8
    mr 11, 8
    mr 12, 8
    bl SUBJECT
    lwz 7, 16(1)
    .set k, 0
    .rept 18
    stw 14 + k, 4 * k(7)
    .set k, k + 1
    .endr
    mfcr 8
    rlwinm 8, 8, 0, 8, 19 /* what cr2 to cr4 hold */
    lis 9, 0x0055
    ori 9, 9, 0x0000
    xor 8, 8, 9
    add 8, 8, 14
    addi 8, 8, 18 /* POISON + 18 where nothing differs */
    stw 8, 72(7)
    lis 8, vectors@ha
    addi 8, 8, vectors@l
    .set k, 0
    .rept 12
    lvx 0, 0, 8
    addi 8, 8, 16
    vcmpequw. 1, 0, 20 + k
    mfcr 9
    rlwinm 9, 9, 25, 31, 31 /* 1 where all four words are equal */
    add 9, 9, 14
    addi 9, 9, 18 + k
    stw 9, 76 + 4 * k(7) /* POISON + 19 + k */
    .set k, k + 1
    .endr
    mfspr 9, VRSAVE /* POISON + 31 */
    stw 9, 124(7)
    li 3, 32
    lwz 0, 20(1)
    mtspr VRSAVE, 0
    lmw 14, 40(1)
    lwz 0, 12(1)
    mtcrf 0x38, 0
    lwz 0, 116(1)
    mtlr 0
    addi 1, 1, 112
    blr
    .size poisoned, . - poisoned
    .section .rodata
    .balign 16
vectors: /* of v20 to v31 */
    .set k, 0
    .rept 48
    .long POISON + 257 * k
    .set k, k + 1
    .endr
    .section .note.GNU-stack, "", @progbits
