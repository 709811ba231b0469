/* SPDX-License-Identifier: CC0-1.0 */
/* int poisoned(a0 out, a1 in, a2 inlen, a3 after): see check.c.
 * Kept by a call: s0 to s11 and fs0 to fs11; gp and tp are the system's. */
    .text
    .globl poisoned
    .type poisoned, @function
    .p2align 2
poisoned:
    addi sp, sp, -224
    sd ra, 0(sp)
    sd a3, 8(sp)
    li t0, POISON
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\i, 16 + 8 * \i(sp)
    fsd fs\i, 112 + 8 * \i(sp)
    addi s\i, t0, \i
    addi t1, t0, 12 + \i
    fmv.d.x fs\i, t1
    .endr
    .irp i, 1, 2, 3, 4, 5, 6
    li t\i, -1
    .endr
    call SUBJECT
    ld t0, 8(sp)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\i, 8 * \i(t0)
    fsd fs\i, 96 + 8 * \i(t0)
    ld s\i, 16 + 8 * \i(sp)
    fld fs\i, 112 + 8 * \i(sp)
    .endr
    li a0, 24
    ld ra, 0(sp)
    addi sp, sp, 224
    ret
    .size poisoned, . - poisoned
    .section .note.GNU-stack, "", @progbits
