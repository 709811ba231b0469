/* SPDX-License-Identifier: CC0-1.0 */
/* Groestl's rounds by byte slicing, for 32-bit ARM with NEON.
 *
 *   void permute(unsigned char x[128], const unsigned char t[][16]);
 *
 * On entry: r0 = x, r1 = t, of any alignment. x is 16 columns, of one
 * permutation or of two, whose bytes Q has complemented; t, of
 * permute_table.h, says which, and holds all constants.
 *
 * The idea: row k of all columns is a register. SubBytes is arithmetic in the
 * field of 16 elements by vtbl, as derived in ssse3/sub.h; 10 stands for 1/0,
 * since vtbl makes 0 of an index from 16 on. MixBytes is mixbytes.h's, with its
 * two doublings at once: of 4y + 2z the two bits that leave at the top are
 * multiplied by the reduction, 1b, as polynomials. Rows go through memory on
 * their way to SubBytes, whose tables take half of the registers.
 * Floor: 34 for each row's ShiftBytes and SubBytes, 28 + 64 for MixBytes, and 8
 * to put rows away: 372 a round, of which 10 do for 64 bytes of Groestl-256 and
 * 28 for 128 of Groestl-512: 58.1 and 81.4 instructions a byte.
 *
 * Stack: two vectors of MixBytes. */

#include "asm.h"
#include "params.h"

    .syntax unified
    .arch armv7-a
    .fpu neon
    .arm

#define permute CRYPTO_NAMESPACE(permute)

#define x         r0
#define t         r1
#define constants r2            /* of the round, for row 0 and row 7 */
#define masks     r3
#define from      r12           /* the next row to read and to write */
#define to        lr

/* SubBytes: a vector, and as its two halves */
#define s        q0
#define S        d0, d1
#define f        q1
#define F        d2, d3
#define d        q2
#define D        d4, d5
#define g        q3
#define G        d6, d7
#define h        q4
#define H        d8, d9
#define row5     q5             /* these three stay in registers */
#define row6     q6
#define row7     q7
#define LOW      d16, d17
#define HIGH     d18, d19
#define A_OVER   d20, d21
#define ONE_OVER d22, d23
#define FROM_I   d24, d25
#define fifteens q13
#define FROM_J   d28, d29
#define key      q15
#define constant_0 row6         /* until then */
#define constant_7 row7

/* MixBytes */
#define high_bits q7
#define reduction q8

.macro look_up to0, to1, table0, table1, i0, i1
    vtbl.8 \to0, {\table0, \table1}, \i0
    vtbl.8 \to1, {\table0, \table1}, \i1
.endm

/* out = key + S(the bytes of the next row that the next mask names) */
.macro substitute out, constant
    vld1.64 {S}, [from]!
    vld1.64 {F}, [masks]!
    .ifnb \constant
    veor s, s, \constant
    .endif
    look_up D, S, F
    vshr.u8 f, d, #4
    vand d, d, fifteens
    look_up D, LOW, D
    look_up F, HIGH, F
    veor d, d, f
    vand f, d, fifteens /* k */
    vshr.u8 d, d, #4 /* i */
    veor g, d, f /* j */
    look_up F, A_OVER, F
    look_up H, ONE_OVER, D
    look_up S, ONE_OVER, G
    veor h, h, f
    veor s, s, f
    look_up H, ONE_OVER, H
    look_up S, ONE_OVER, S
    veor h, h, g
    veor s, s, d
    look_up H, FROM_I, H
    look_up S, FROM_J, S
    veor h, h, key
    veor \out, h, s
.endm

/* The next row = 4y + 2z7 + z4; y is lost */
.macro four_two y, z7, z4
    vshr.u8 high_bits, \y, #6
    vadd.i8 \y, \y, \y
    veor \y, \y, \z7
    vsri.8 high_bits, \y, #7
    vadd.i8 \y, \y, \y
    vmul.p8 high_bits, high_bits, reduction
    veor \y, \y, \z4
    veor \y, \y, high_bits
    vst1.64 {\y}, [to]!
.endm

    FUNCTION permute, 5
    push {r4, lr}
    .cfi_adjust_cfa_offset 8
    SAVED_AT 0, 4, r4, lr
    .cfi_remember_state
    vpush {q4-q7}
    .cfi_adjust_cfa_offset 64
    SAVED_AT 0, 8, d8, d9, d10, d11, d12, d13, d14, d15
    sub sp, sp, #32
    .cfi_adjust_cfa_offset 32
    add constants, t, #256

    /* Columns to rows: row k and row k + 4 come in one vector. */
    mov from, x
    mov to, x
    vld4.8 {d0, d2, d4, d6}, [from]!
    vld4.8 {d1, d3, d5, d7}, [from]!
    vld4.8 {d8, d10, d12, d14}, [from]!
    vld4.8 {d9, d11, d13, d15}, [from]!
    vuzp.8 q0, q4
    vuzp.8 q1, q5
    vuzp.8 q2, q6
    vuzp.8 q3, q7
    vstm x, {d0-d15}

/* registers now hold: x, t, constants; x[k] is row k */
1:
    add masks, t, #128
    vld1.64 {LOW, HIGH}, [masks]!
    vld1.64 {A_OVER, ONE_OVER}, [masks]!
    vld1.64 {FROM_I, d26, d27}, [masks]!
    vld1.64 {FROM_J, d30, d31}, [masks]
    vmov.i8 fifteens, #15
    vld1.64 {d12-d15}, [constants]!
    mov masks, t
    mov from, x
    mov to, x
    substitute s, constant_0
    vst1.64 {s}, [to]!
    .rept 4
    substitute s
    vst1.64 {s}, [to]!
    .endr
    substitute row5
    substitute row6
    substitute row7, constant_7

    /* MixBytes: x[0] to x[7] to q13, q9 to q12, q8, q14, q15 */
    vldm x, {d0-d9}
    veor q13, q0, q1
    veor q9, q1, q2
    veor q10, q2, q3
    veor q11, q3, q4
    veor q12, q4, q5
    veor q8, q5, q6
    veor q14, q6, q7
    veor q15, q7, q0
    /* u[0], u[2], u[4], u[6] to q4, q6, q0, q2 */
    veor q4, q13, q4
    veor q6, q10, q6
    veor q0, q12, q0
    veor q2, q14, q2
    /* y[1], y[3], y[5], y[7] to q7, q3, q5, q1 */
    veor q7, q9, q12
    veor q3, q11, q14
    veor q5, q8, q13
    veor q1, q15, q10
    /* y[0], y[2], y[4], y[6] to q11, q8, q15, q9 */
    veor q11, q13, q11
    veor q8, q10, q8
    veor q15, q12, q15
    veor q9, q14, q9
    vst1.64 {d14-d17}, [sp] /* y[1], y[2] */
    /* z[0], z[2], z[4], z[6] to q13, q10, q12, q14 */
    veor q13, q13, q6
    veor q10, q10, q0
    veor q12, q12, q2
    veor q14, q14, q4
    /* z[1], z[3], z[5], z[7] to q4, q6, q0, q2 */
    veor q4, q4, q1
    veor q6, q6, q7
    veor q0, q0, q3
    veor q2, q2, q5
    vmov.i8 reduction, #0x1b
    mov to, x
    four_two q3, q2, q12
    four_two q15, q13, q0
    four_two q5, q4, q14
    four_two q9, q10, q2
    four_two q1, q6, q13
    four_two q11, q12, q4
    vld1.64 {d22-d25}, [sp]
    four_two q11, q0, q10
    four_two q12, q14, q6
    sub masks, constants, t
    cmp masks, #(256 + 32 * ROUNDS)
    bne 1b

    vldm x, {d0-d15}
    vzip.8 q0, q4
    vzip.8 q1, q5
    vzip.8 q2, q6
    vzip.8 q3, q7
    vst4.8 {d0, d2, d4, d6}, [x]!
    vst4.8 {d1, d3, d5, d7}, [x]!
    vst4.8 {d8, d10, d12, d14}, [x]!
    vst4.8 {d9, d11, d13, d15}, [x]!
    add sp, sp, #32
    .cfi_adjust_cfa_offset -32
    vpop {q4-q7}
    .cfi_restore_state
    pop {r4, pc}
    END_OF permute
