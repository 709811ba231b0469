/* SPDX-License-Identifier: CC0-1.0 */
/*
 * void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
 *             unsigned long long blocks, const unsigned char last[RATE])
 *
 * Keccak-f[1600] in NEON's registers, all the state of it. A q register holds
 * two lanes and is two d registers: column x is sx, A[x,0], in a d register,
 * and px, (A[x,1], A[x,2]), and qx, (A[x,3], A[x,4]), in q registers.
 *
 * rho and pi take d registers one by one, from any to any, so pi costs nothing;
 * in place, the lane overwritten last waits in a register of its own. That pi
 * is one cycle of 24 lanes would make it one long chain of two instructions a
 * lane; cut in halves, it is two, and while one waits the other goes on. Each
 * is cut in row 0, where chi takes lanes one by one as well, and so takes these
 * from where they wait.
 * Theta and chi do two lanes at once, but for row 0.
 *
 * A round is 123 instructions: 45 for theta, 46 for rho and pi (two rotations
 * are by bytes, which takes one instruction), 30 for chi, 2 for iota.
 *
 * r0 out, r1 in, r2 and r3 blocks, [sp] last. No alignment is asked for.
 */
#include "asm.h"
#include "keccak.h"

    .syntax unified
    .arch armv7-a
    .fpu neon
    .arm

#define OUT r0
#define IN r1
#define FROM r4 /* in or last */
#define CONSTANT r12
#define CONSTANTS r5

/* The lanes of row 0; d for those that are a half of q */
#define S4 d20
#define S0 d21
#define S40 q10
#define S1 d22
#define S2 d23
#define S12 q11
#define S3 d24

/* Columns' lanes 1 and 2, lanes 3 and 4; and each of them */
#define P0 q0
#define P1 q1
#define P2 q2
#define P3 q3
#define P4 q4
#define Q0 q5
#define Q1 q6
#define Q2 q7
#define Q3 q8
#define Q4 q9
#define A01 d0
#define A02 d1
#define A11 d2
#define A12 d3
#define A21 d4
#define A22 d5
#define A31 d6
#define A32 d7
#define A41 d8
#define A42 d9
#define A03 d10
#define A04 d11
#define A13 d12
#define A14 d13
#define A23 d14
#define A24 d15
#define A33 d16
#define A34 d17
#define A43 d18
#define A44 d19

/* In theta: the columns' sums */
#define C3 d25
#define C4 d26
#define C0 d27
#define C40 q13
#define C1 d28
#define C2 d29
#define C12 q14

/* In rho and pi: the two lanes that wait */
#define B1 d25
#define B4 d26

/* Two lanes rotated; to2 is not from. */
.macro ROTATE to, from, n, to2, from2, m
    vshl.i64 \to, \from, #\n
    vshl.i64 \to2, \from2, #\m
    vsri.64 \to, \from, #64 - \n
    vsri.64 \to2, \from2, #64 - \m
.endm

.macro THETA
    veor C40, P3, Q3
    veor C12, P1, Q1
    veor q15, P2, Q2
    veor C3, C4, C0
    veor C1, C1, C2
    veor C2, d30, d31
    veor q15, P4, Q4
    veor C40, P0, Q0
    veor C3, C3, S3
    veor C12, C12, S12
    veor C0, C4, C0
    veor C4, d30, d31
    vshl.i64 q15, C12, #1
    veor C40, C40, S40

    /* columns 0 and 1: C4 and C0, C1 and C2 rotated */
    vsri.64 q15, C12, #63
    veor q15, q15, C40
    veor S0, S0, d30
    veor A01, A01, d30
    veor A02, A02, d30
    veor A03, A03, d30
    veor A04, A04, d30
    veor S1, S1, d31
    veor A11, A11, d31
    veor A12, A12, d31
    veor A13, A13, d31
    veor A14, A14, d31

    /* 2: C1, C3 rotated */
    vshl.i64 d30, C3, #1
    vsri.64 d30, C3, #63
    veor d31, d30, C1
    veor d30, d30, C1
    veor P2, P2, q15
    veor Q2, Q2, q15
    veor S2, S2, d30

    /* 3 and 4: C2 and C3, C4 and C0 rotated. C40 and C12 are free then. */
    vshl.i64 q15, C40, #1
    vsri.64 q15, C40, #63
    veor d26, d30, C2
    veor d27, d30, C2
    veor d28, d31, C3
    veor d29, d31, C3
    veor P3, P3, q13
    veor Q3, Q3, q13
    veor P4, P4, q14
    veor Q4, Q4, q14
    veor S3, S3, d26
    veor S4, S4, d28
.endm

.macro RHO_PI
    ROTATE B1, A11, 44, B4, A44, 14
    ROTATE A11, A41, 20, A44, A14, 2
    ROTATE A41, A24, 61, A14, A31, 55
    ROTATE A24, A42, 39, A31, A13, 45
    ROTATE A42, A04, 18, A13, A01, 36
    ROTATE A04, S2, 62, A01, S3, 28
    ROTATE S2, A22, 43, S3, A33, 21
    ROTATE A22, A32, 25, A33, A23, 15
    vshl.i64 A23, A12, #10
    vext.8 A32, A43, A43, #7
    vsri.64 A23, A12, #64 - 10
    vext.8 A43, A34, A34, #1
    ROTATE A34, A03, 41, A12, A21, 6
    ROTATE A03, S4, 27, A21, A02, 3
    vshl.i64 A02, S1, #1
    vsri.64 A02, S1, #63
.endm

.macro CHI b0, b1, b2, b3, b4
    vbic q13, \b2, \b1
    vbic q14, \b1, \b0
    vbic q15, \b0, \b4
    veor \b0, \b0, q13
    vbic q13, \b3, \b2
    veor \b1, \b1, q13
    vbic q13, \b4, \b3
    veor \b3, \b3, q15
    veor \b4, \b4, q14
    veor \b2, \b2, q13
.endm

/* In the order of a block */
#define BLOCK_LANES S0, S1, S2, S3, S4, A01, A11, A21, A31, A41, A02, A12, \
    A22, A32, A42, A03, A13, A23, A33, A43, A04

/* The lanes i to i + 3 of the block, as many as there are */
.macro ABSORB i, a, b, c, d
    .if 8 * \i + 24 < RATE
    vld1.8 {d25-d28}, [FROM]!
    veor \a, \a, d25
    veor \b, \b, d26
    veor \c, \c, d27
    veor \d, \d, d28
    .elseif 8 * \i < RATE
    vld1.8 {d25}, [FROM]!
    veor \a, \a, d25
    .ifnb \b
    ABSORB (\i+1), \b, \c, \d
    .endif
    .endif
.endm

    FUNCTION CRYPTO_NAMESPACE(keccak), 4
    push {r4, r5}
    .cfi_remember_state
    .cfi_adjust_cfa_offset 8
    SAVED_AT 0, 4, r4, r5
    .cfi_remember_state
    vpush {d8-d15}
    .cfi_adjust_cfa_offset 64
    SAVED_AT 0, 8, d8, d9, d10, d11, d12, d13, d14, d15
    ldr CONSTANTS, .Lto_constants
.Lhere:
    add CONSTANTS, pc, CONSTANTS

    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    vmov.i32 q\i, #0
    .endr
    vmov.i32 S3, #0

.Lblock:
    orrs FROM, r2, r3
    movne FROM, IN
    ldreq FROM, [sp, #72] /* last */
    ABSORB 0, S0, S1, S2, S3
    ABSORB 4, S4, A01, A11, A21
    ABSORB 8, A31, A41, A02, A12
    ABSORB 12, A22, A32, A42, A03
    ABSORB 16, A13, A23, A33, A43
    ABSORB 20, A04
.Lpermute:
    mov CONSTANT, CONSTANTS

/* d0 to d24 now hold the state, as named above; d25 to d31 are free. */
    .p2align 4
.Lround:
    THETA
    vld1.64 {d27}, [CONSTANT:64]!
    RHO_PI
    /* iota and chi of row 0 */
    vbic d28, S2, B1
    vbic d29, S3, S2
    vbic d30, B4, S3
    vbic d31, S0, B4
    veor d27, d27, d28
    vbic d28, B1, S0
    veor S1, B1, d29
    veor S2, S2, d30
    veor S3, S3, d31
    veor S0, S0, d27
    veor S4, B4, d28
    CHI P0, P1, P2, P3, P4
    CHI Q0, Q1, Q2, Q3, Q4
    tst CONSTANT, #0xff /* is this the end of the constants? */
    bne .Lround

    add IN, IN, #RATE
    subs r2, r2, #1
    sbcs r3, r3, #0
    bpl .Lblock

    .set i, 0
    .irp lane, BLOCK_LANES
    .if i < OUT_LANES
    vst1.8 {\lane}, [OUT]!
    .endif
    .set i, i + 1
    .endr
#if SQUEEZES > 1
    cmn r2, #SQUEEZES
    bne .Lpermute
#endif
    vpop {d8-d15}
    .cfi_restore_state
    pop {r4, r5}
    .cfi_restore_state
    bx lr

    .p2align 2
.Lto_constants:
    .word .Lconstants + 8 * (24 - ROUNDS) - (.Lhere + 8)
    END_OF CRYPTO_NAMESPACE(keccak)

    .section .rodata
/* For iota. The end is a multiple of 256, which ends the loop. */
    .p2align 8
    .skip 64
.Lconstants:
    .quad ROUND_CONSTANTS
