/* SPDX-License-Identifier: CC0-1.0 */
/* E_8 of JH for 32-bit ARM from ARMv5TE on.
 *
 * void e8(slice s[4])
 *     r0 s, aligned to words: slice i is word i of 32 bits of the even words,
 *     of which the third is complemented, and of the odd words, of which the
 *     third and the fourth are.
 *
 * A slice is eight words of 32 bits and so fits in registers. The swaps of
 * distance 1 to 16 are within it: six rounds of a slice are done at once. Those
 * of distance 32 and 64 are of whole words: they only mean to store the odd
 * words in another slice. So there are two passes in seven rounds, and two
 * states, from one to the other and back.
 *
 * The swap of distance 16 is a rotation, and that is free: L of the next round
 * takes the odd words as second operands. Until then they stay as they were,
 * and their constants are rotated. The shorter swaps are two masks and one sum,
 * as shifts are free; from ARMv6 on that of distance 8 is one instruction. The
 * S-boxes have no complement, since three words are stored complemented.
 *
 * Instructions a round of a slice: 1 to load, 19 for each S-box, 10 for L; in
 * seven rounds 48 for the swaps, 40 from ARMv6 on, and 14 for the two passes.
 * That is 405 or 397 in seven rounds, 152 or 149 a byte.
 *
 * The stack, aligned to 256:
 *     sp          the state
 *     sp + 128    the state before the last of seven rounds
 *     sp + 256    s, sp before it was aligned
 */

#include "asm.h"

    .syntax unified
#if __ARM_ARCH >= 6
    .arch armv6
#else
    .arch armv5te
#endif
    .arm

#define e8 CRYPTO_NAMESPACE(e8)
#define STATE 128 /* bytes */
#define SLICE 32
#define ODD 16 /* in a slice */
#define SAVED (2 * STATE)

/* The slice at work; what a round loads; a temporary; where that is loaded
 * from; the next slice */
#define A0 r0
#define A1 r1
#define A2 r2
#define A3 r3
#define B0 r4
#define B1 r5
#define B2 r6
#define B3 r7
#define E r8
#define O r9
#define MASK r10
#define T r11
#define CONSTANT r12
#define P lr

/* The S-box of the even words: takes A2 complemented, gives A1 complemented. */
.macro SUBSTITUTE_EVEN
    and T, E, A2
    eor A0, A0, T
    and T, A0, A1
    eor E, E, T
    orr T, A2, A3
    eor A0, A0, T
    orr T, A2, A1
    eor A3, A3, T
    orr T, A0, A2
    eor A1, A1, T
    orr T, A0, A3
    eor A2, A2, T
    bic T, A1, A3
    eor A0, A0, T
    bic T, A2, A1
    eor A3, A3, T
    and T, E, A0
    eor A1, A1, T
    eor A2, A2, E
.endm

/* And of the odd words: takes B2 and B3, gives B0, B2 and B3 complemented. */
.macro SUBSTITUTE_ODD
    and T, O, B2
    eor B0, B0, T
    and T, B0, B1
    eor O, O, T
    bic T, B3, B2
    eor B0, B0, T
    orr T, B2, B1
    eor B3, B3, T
    bic T, B0, B2
    eor B1, B1, T
    and T, B0, B3
    eor B2, B2, T
    bic T, B3, B1
    eor B0, B0, T
    bic T, B1, B2
    eor B3, B3, T
    bic T, O, B0
    eor B1, B1, T
    eor B2, B2, O
.endm

/* The S-boxes and L, of odd words rotated by n */
.macro ROUND n
    SUBSTITUTE_EVEN
    SUBSTITUTE_ODD
    eor T, A0, A3
    .if \n
    eor B0, A1, B0, ror #\n
    eor B1, A2, B1, ror #\n
    eor B2, T, B2, ror #\n
    eor B3, A0, B3, ror #\n
    .else
    eor B0, B0, A1
    eor B1, B1, A2
    eor B2, B2, T
    eor B3, B3, A0
    .endif
    eor T, B0, B3
    eor A0, A0, B1
    eor A1, A1, B2
    eor A2, A2, T
    eor A3, A3, B0
.endm

/* Bits i and i ^ n of the odd words change places; MASK has the i without n. */
.macro SWAP n
    and E, MASK, B0, lsr #\n
    and B0, B0, MASK
    and O, MASK, B1, lsr #\n
    and B1, B1, MASK
    and T, MASK, B2, lsr #\n
    and B2, B2, MASK
    orr B0, E, B0, lsl #\n
    orr B1, O, B1, lsl #\n
    orr B2, T, B2, lsl #\n
    and T, MASK, B3, lsr #\n
    and B3, B3, MASK
    orr B3, T, B3, lsl #\n
.endm

.macro SWAP_8
#if __ARM_ARCH >= 6
    rev16 B0, B0
    rev16 B1, B1
    rev16 B2, B2
    rev16 B3, B3
#else
    SWAP 8
#endif
.endm

    FUNCTION e8, 4
    push {r4-r11, lr}
    .cfi_adjust_cfa_offset 36
    SAVED_AT 0, 4, r4, r5, r6, r7, r8, r9, r10, r11, lr
    mov P, sp
    .cfi_def_cfa_register P
    sub sp, sp, #SAVED + 8
    bic sp, sp, #2 * STATE - 1
    str r0, [sp, #SAVED]
    str P, [sp, #SAVED + 4]
    CFA_AT(SAVED + 4, 36)
    ldr CONSTANT, .Lto_constants
.Lhere:
    add CONSTANT, pc, CONSTANT

    mov P, r0
    mov T, sp
    .rept 4
    ldm P!, {r0-r7}
    stm T!, {r0-r7}
    .endr

.Lseven:
    mov P, sp
.Lsix:
/* r0 to r7 now hold the slice before P. */
    ldm P!, {A0-A3, B0-B3}
    ldm CONSTANT!, {E, O, MASK}
    ROUND 0
    SWAP 1
    ldm CONSTANT!, {E, O, MASK}
    ROUND 0
    SWAP 2
    ldm CONSTANT!, {E, O, MASK}
    ROUND 0
    SWAP 4
    ldm CONSTANT!, {E, O, MASK}
    ROUND 0
    SWAP_8
    ldm CONSTANT!, {E, O}
    ROUND 0
    ldm CONSTANT!, {E, O}
    ROUND 16
    add T, P, #STATE - SLICE
    stm T, {A0-A3}
    eor T, T, #SLICE + ODD /* distance 32 */
    stm T, {B0-B3}
    tst P, #STATE
    beq .Lsix
.Lone:
    ldm P!, {A0-A3, B0-B3}
    ldm CONSTANT!, {E, O}
    ROUND 0
    sub T, P, #STATE + SLICE
    stm T, {A0-A3}
    eor T, T, #2 * SLICE + ODD /* distance 64 */
    stm T, {B0-B3}
    tst P, #STATE
    bne .Lone
    ldr T, [CONSTANT]
    cmp T, #0
    bne .Lseven

    ldr P, [sp, #SAVED]
    mov T, sp
    .rept 4
    ldm T!, {r0-r7}
    stm P!, {r0-r7}
    .endr
    ldr sp, [sp, #SAVED + 4]
    .cfi_def_cfa sp, 36
    pop {r4-r11, pc}

    .p2align 2
.Lto_constants:
    .word .Lconstants - (.Lhere + 8)
    END_OF e8

    .section .rodata
    .p2align 2
.Lconstants:
#include "constants.inc"
    .word 0 /* no constant is */
