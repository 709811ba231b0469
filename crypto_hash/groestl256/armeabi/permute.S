/* SPDX-License-Identifier: CC0-1.0 */
/* Groestl's P and Q by table lookups, for 32-bit ARM from ARMv5TE on.
 *
 *   void permute_p(uint64_t x[2][COLUMNS], const uint64_t t[4][256]);
 *   void permute_q(uint64_t x[2][COLUMNS], const uint64_t t[4][256]);
 *
 *   x[0] = P(x[0]) or Q(x[0]); x[1] is overwritten.
 *
 * On entry: r0 = x, r1 = t, both aligned to 8 bytes as ldrd and strd want it.
 * t[r][s] is what byte s in row r < 4 adds to its column, SubBytes and MixBytes
 * at once; in row r + 4 it adds the same with the halves of 32 bits swapped.
 *
 * The idea: a lookup is ldrb, add, ldrd and two eor, where compilers need one
 * to three more; those of two rows alternate, so that no load is waited for.
 * The ff that Q adds to every byte is free: its pointers are to the ends of the
 * tables, and it subtracts. Two rounds make the loop, from x[0] to x[1] and
 * back, so one pointer does for both; and i is even, so i + 1 is i ^ 1.
 * Floor: a column of either is 8 lookups of 5, less 2 since the first is the
 * sum, 2 for the round constant and 1 to store, 41 for 8 bytes: 102.5
 * instructions a byte for Groestl-256, 143.5 for Groestl-512. */

#include "asm.h"
#include "params.h"

    .syntax unified
    .arch armv5te
    .arm

#define permute_p CRYPTO_NAMESPACE(permute_p)
#define permute_q CRYPTO_NAMESPACE(permute_q)

#define x   r0
#define T0  r1
#define T1  r2
#define T2  r3
#define T3  r12
#define i   lr                  /* the round, even */
#define lo  r4                  /* the column, rows 0 to 3 and 4 to 7 */
#define hi  r5
#define tl  r6                  /* what two lookups give */
#define th  r7
#define ul  r8
#define uh  r9
#define a   r10                 /* two bytes of the state, then addresses */
#define b   r11

/* n = the byte of row r that ShiftBytes by s brings to column j */
.macro fetch n, from, s, r
    ldrb \n, [x, #(\from + 8 * ((j + \s) % COLUMNS) + \r)]
.endm

/* AddRoundConstant to the byte of row r, if it has one, in round i ^ odd */
.macro constant n, row, r, s, odd
    .if \row == \r
    eor \n, \n, #(16 * ((j + \s) % COLUMNS) ^ \odd)
    eor \n, \n, i
    .endif
.endm

.macro plus yl, yh, zl, zh
    eor \yl, \yl, \zl
    eor \yh, \yh, \zh
.endm

/* Column j of round i ^ odd, from x + from to x + to. op is add, or sub for
 * Q, and at where the first or the last entry of a table is from its pointer;
 * row is the one with the constant that changes, and s0 to s7 the shifts. */
.macro column from, to, odd, op, at, row, s0, s1, s2, s3, s4, s5, s6, s7
    fetch a, \from, \s0, 0
    fetch b, \from, \s1, 1
    constant a, \row, 0, \s0, \odd
    \op a, T0, a, lsl #3
    \op b, T1, b, lsl #3
    ldrd lo, hi, [a, #\at]
    ldrd ul, uh, [b, #\at]
    fetch a, \from, \s2, 2
    fetch b, \from, \s3, 3
    plus lo, hi, ul, uh
    \op a, T2, a, lsl #3
    \op b, T3, b, lsl #3
    ldrd tl, th, [a, #\at]
    ldrd ul, uh, [b, #\at]
    fetch a, \from, \s4, 4
    fetch b, \from, \s5, 5
    plus lo, hi, tl, th
    plus lo, hi, ul, uh
    \op a, T0, a, lsl #3
    \op b, T1, b, lsl #3
    ldrd tl, th, [a, #\at]
    ldrd ul, uh, [b, #\at]
    fetch a, \from, \s6, 6
    fetch b, \from, \s7, 7
    plus lo, hi, th, tl
    plus lo, hi, uh, ul
    constant b, \row, 7, \s7, \odd
    \op a, T2, a, lsl #3
    \op b, T3, b, lsl #3
    ldrd tl, th, [a, #\at]
    ldrd ul, uh, [b, #\at]
    plus lo, hi, th, tl
    plus lo, hi, uh, ul
    strd lo, hi, [x, #(\to + 8 * j)]
.endm

.macro round from, to, odd, op, at, row, shifts:vararg
    .set j, 0
    .rept COLUMNS
    column \from, \to, \odd, \op, \at, \row, \shifts
    .set j, j + 1
    .endr
.endm

.macro permute op, at, row, shifts:vararg
    push {r4-r11, lr}
    .cfi_adjust_cfa_offset 36
    SAVED_AT 0, 4, r4, r5, r6, r7, r8, r9, r10, r11, lr
    .ifc \op, sub
    add T0, T0, #2048
    .endif
    add T1, T0, #2048
    add T2, T0, #(2 * 2048)
    add T3, T0, #(3 * 2048)
    mov i, #0

/* registers now hold: x, T0 to T3, i */
1:
    round 0, (8 * COLUMNS), 0, \op, \at, \row, \shifts
    round (8 * COLUMNS), 0, 1, \op, \at, \row, \shifts
    add i, i, #2
    cmp i, #ROUNDS
    bne 1b
    pop {r4-r11, pc}
.endm

    .text
    FUNCTION permute_p, 5
    permute add, 0, 0, SHIFTS_P
    END_OF permute_p

    FUNCTION permute_q, 5
    permute sub, -8, 7, SHIFTS_Q
    END_OF permute_q
