/* SPDX-License-Identifier: CC0-1.0 */
/* F_8 of JH on one block after another, h = F_8(h, block), for 32-bit ARM with
 * NEON.
 *
 * void blocks_with(const uint8_t *constants, jh_state *h, const uint8_t *in,
 *                  size_t blocks)
 *     r0 constants, 32 bytes a round    r1 h, aligned to words
 *     r2 in, of any alignment           r3 blocks, at least one
 *
 * A word of 128 bits a register: a0 to a3 are the even words, b0 to b3 the odd
 * ones. The submission document has the S-box in 20 operations. 18 do with
 * vbit, which takes each bit from one of two words as a third one says: the
 * first six on a and t become the five of
 *
 *     t = b ? a ^ (c & k) : k           a = a ^ (c ? ~d : k)
 *
 * and with a1, a3, b1 and b3 stored complemented, before a round as after it,
 * no complement is left to make: vorn and vbic do all that remains.
 *
 * Instructions a round: 1 to load the constants, 18 for each S-box, 10 for L,
 * and for the swaps of distance 1 to 64 12, 12, 8, 4, 4, 4 and 4. That is 377
 * in seven rounds, 35.5 a byte with the loop.
 */

#include "asm.h"

    .syntax unified
    .arch armv7-a
    .fpu neon
    .arm

#define blocks_with CRYPTO_NAMESPACE(blocks_with)

#define CONSTANTS r0
#define H r1
#define IN r2
#define BLOCKS r3
#define K r4
#define BACK r5 /* -32 */
#define END r12

/* The words of the state, x0 to x7, in their order */
#define A0 q0
#define B0 q1
#define A1 q2
#define B1 q3
#define A2 q4
#define B2 q5
#define A3 q6
#define B3 q7

/* The constants of a round, four temporaries, which change places with the odd
 * words, and where bits i are set with i & 1 and with i & 2 */
#define E q8
#define O q9
#define T0 q10
#define T1 q11
#define T2 q12
#define T3 q13
#define ONES q14
#define TWOS q15

/* The S-boxes of the even words and of the odd ones, an operation of each in
 * turn; t0 and t1 are t. */
.macro SUBSTITUTE b0, b1, b2, b3, t0, t1, t2, t3
    vld1.8 {E, O}, [K]!
    vand \t0, A2, E
    vand \t1, \b2, O
    vand \t2, A2, A1
    vand \t3, \b2, \b1
    veor \t0, \t0, A0
    veor \t1, \t1, \b0
    /* t; what is added to a; d */
    vbit \t0, E, A1
    vbit \t1, O, \b1
    vbit E, A3, A2
    vbit O, \b3, \b2
    veor A3, A3, \t2
    veor \b3, \b3, \t3
    veor A0, A0, E
    veor \b0, \b0, O
    /* b and c */
    vand E, A2, A0
    vand O, \b2, \b0
    vorn \t2, A3, A0
    vbic \t3, \b0, \b3
    veor A1, A1, E
    veor \b1, \b1, O
    veor A2, A2, \t2
    veor \b2, \b2, \t3
    /* a and d */
    vbic E, A1, A3
    vbic O, \b1, \b3
    vorr \t2, A1, A2
    vbic \t3, \b2, \b1
    veor A0, A0, E
    veor \b0, \b0, O
    veor A3, A3, \t2
    veor \b3, \b3, \t3
    /* b and c */
    vbic E, \t0, A0
    vorn O, \b0, \t1
    veor A2, A2, \t0
    veor \b2, \b2, \t1
    veor A1, A1, E
    veor \b1, \b1, O
.endm

/* L */
.macro MIX b0, b1, b2, b3, t0, t1
    veor \t0, A0, A3
    veor \b1, \b1, A2
    veor \b3, \b3, A0
    veor \b0, \b0, A1
    veor \b2, \b2, \t0
    veor A0, A0, \b1
    veor \t1, \b0, \b3
    veor A3, A3, \b0
    veor A1, A1, \b2
    veor A2, A2, \t1
.endm

.macro ROUND b0, b1, b2, b3, t0, t1, t2, t3
    SUBSTITUTE \b0, \b1, \b2, \b3, \t0, \t1, \t2, \t3
    MIX \b0, \b1, \b2, \b3, \t0, \t1
.endm

/* Bits i and i ^ n of the odd words change places; mask has the i with i & n */
.macro SWAP n, mask
    vshl.i8 T0, B0, #\n
    vshl.i8 T1, B1, #\n
    vshl.i8 T2, B2, #\n
    vshl.i8 T3, B3, #\n
    vshr.u8 B0, B0, #\n
    vshr.u8 B1, B1, #\n
    vshr.u8 B2, B2, #\n
    vshr.u8 B3, B3, #\n
    vbit B0, T0, \mask
    vbit B1, T1, \mask
    vbit B2, T2, \mask
    vbit B3, T3, \mask
.endm

/* From B to T */
.macro SWAP_4
    vshl.i8 T0, B0, #4
    vshl.i8 T1, B1, #4
    vshl.i8 T2, B2, #4
    vshl.i8 T3, B3, #4
    vsri.8 T0, B0, #4
    vsri.8 T1, B1, #4
    vsri.8 T2, B2, #4
    vsri.8 T3, B3, #4
.endm

.macro EACH_T instruction
    \instruction T0, T0
    \instruction T1, T1
    \instruction T2, T2
    \instruction T3, T3
.endm

/* Back from T to B */
.macro SWAP_64
    vext.8 B0, T0, T0, #8
    vext.8 B1, T1, T1, #8
    vext.8 B2, T2, T2, #8
    vext.8 B3, T3, T3, #8
.endm

.macro COMPLEMENT
    vmvn A1, A1
    vmvn A3, A3
    vmvn B1, B1
    vmvn B3, B3
.endm

    FUNCTION blocks_with, 4
    push {r4, r5}
    .cfi_remember_state
    .cfi_adjust_cfa_offset 8
    SAVED_AT 0, 4, r4, r5
    .cfi_remember_state
    vpush {d8-d15}
    .cfi_adjust_cfa_offset 64
    SAVED_AT 0, 8, d8, d9, d10, d11, d12, d13, d14, d15
    vmov.i8 ONES, #0xaa
    vmov.i8 TWOS, #0xcc
    add END, CONSTANTS, #42 * 32
    mvn BACK, #31
    vldmia H, {d0-d15}
    COMPLEMENT

.Lblock:
    vld1.8 {T0, T1}, [IN]!
    vld1.8 {T2, T3}, [IN], BACK
    mov K, CONSTANTS
    veor A0, A0, T0
    veor B0, B0, T1
    veor A1, A1, T2
    veor B1, B1, T3

/* q0 to q7 now hold the state, ONES and TWOS the masks; q8 to q13 are free. */
    .p2align 4
.Lrounds:
    ROUND B0, B1, B2, B3, T0, T1, T2, T3
    SWAP 1, ONES
    ROUND B0, B1, B2, B3, T0, T1, T2, T3
    SWAP 2, TWOS
    ROUND B0, B1, B2, B3, T0, T1, T2, T3
    SWAP_4
    ROUND T0, T1, T2, T3, B0, B1, B2, B3
    EACH_T vrev16.8
    ROUND T0, T1, T2, T3, B0, B1, B2, B3
    EACH_T vrev32.16
    ROUND T0, T1, T2, T3, B0, B1, B2, B3
    EACH_T vrev64.32
    ROUND T0, T1, T2, T3, B0, B1, B2, B3
    SWAP_64
    cmp K, END
    bne .Lrounds

    vld1.8 {T0, T1}, [IN]!
    vld1.8 {T2, T3}, [IN]!
    subs BLOCKS, BLOCKS, #1
    veor A2, A2, T0
    veor B2, B2, T1
    veor A3, A3, T2
    veor B3, B3, T3
    bne .Lblock

    COMPLEMENT
    vstmia H, {d0-d15}
    vpop {d8-d15}
    .cfi_restore_state
    pop {r4, r5}
    .cfi_restore_state
    bx lr
    END_OF blocks_with
