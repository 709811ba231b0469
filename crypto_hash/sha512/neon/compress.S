/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-512's compression function for 32-bit ARM with NEON.
 *
 * void compress(uint64_t h[8], const unsigned char *in,
 *               unsigned long long blocks)
 *     r0 h   r1 in   r2 blocks (r3, its high word, is 0: memory has no 2^32)
 *     in needs no alignment: vld1.8 takes any.
 *
 * The idea: 32 registers of 64 bits hold the state, the last 16 words of the
 * schedule, and eight more. Words of the schedule are made by twos. A rotation
 * is a shift and another that is inserted; Ch and Maj are selections:
 *
 *     Ch(e, f, g) = e ? f : g         Maj(a, b, c) = a ^ b ? c : b
 *
 * Floor: 80 rounds of 27 instructions and 64 words of 9.5: 2768 a block, 21.6
 * a byte.
 */

#include "asm.h"

    .syntax unified
    .arch armv7-a
    .fpu neon
    .arm

#define compress CRYPTO_NAMESPACE(compress)
#define ROUNDS 80

#define A d0
#define B d1
#define C d2
#define D d3
#define E d4
#define F d5
#define G d6
#define H d7
#define KW q4
#define KW0 d8
#define KW1 d9
#define T q5                    /* free */
#define T0 d10
#define U q6
#define U0 d12
#define V q7
#define W0 q8                   /* W[t] and W[t+1], if t is 0 modulo 16 */
#define W2 q9
#define W4 q10
#define W6 q11
#define W8 q12
#define Wa q13
#define Wc q14
#define We q15
#define CONSTANT r3
#define LAST r12

/* z = x >>> r */
.macro turn z, x, r
    vshr.u64 \z, \x, #\r
    vsli.64 \z, \x, #(64 - \r)
.endm

/* h += x >>> r0 ^ x >>> r1 ^ x >>> r2 */
.macro sums h, x, r0, r1, r2
    turn T0, \x, \r0
    turn U0, \x, \r1
    veor T0, T0, U0
    turn U0, \x, \r2
    veor T0, T0, U0
    vadd.i64 \h, \h, T0
.endm

/* w += x >>> r0 ^ x >>> r1 ^ x >> s */
.macro small w, x, r0, r1, s
    turn U, \x, \r0
    turn V, \x, \r1
    veor U, U, V
    vshr.u64 V, \x, #\s
    veor U, U, V
    vadd.i64 \w, \w, U
.endm

/* w0, two words, become the two that come 16 later. */
.macro expand w0, w2, w8, wa, we
    vext.8 U, \w8, \wa, #8
    vext.8 T, \w0, \w2, #8
    vadd.i64 \w0, \w0, U
    small \w0, T, 1, 8, 7
    small \w0, \we, 19, 61, 6
.endm

.macro round a, b, c, d, e, f, g, h, kw
    vadd.i64 \h, \h, \kw
    vmov T0, \e
    vbsl T0, \f, \g
    vadd.i64 \h, \h, T0
    sums \h, \e, 14, 18, 41
    vadd.i64 \d, \d, \h
    veor T0, \a, \b
    vbsl T0, \c, \b
    vadd.i64 \h, \h, T0
    sums \h, \a, 28, 34, 39
.endm

.macro constants w
    vld1.64 {KW}, [CONSTANT]!
    vadd.i64 KW, KW, \w
.endm

/* Eight rounds; the words of the schedule they take are w0 to w6. */
.macro rounds8 next, w0, w2, w4, w6, w8, wa, wc, we
    constants \w0
    \next \w0, \w2, \w8, \wa, \we
    round A, B, C, D, E, F, G, H, KW0
    round H, A, B, C, D, E, F, G, KW1
    constants \w2
    \next \w2, \w4, \wa, \wc, \w0
    round G, H, A, B, C, D, E, F, KW0
    round F, G, H, A, B, C, D, E, KW1
    constants \w4
    \next \w4, \w6, \wc, \we, \w2
    round E, F, G, H, A, B, C, D, KW0
    round D, E, F, G, H, A, B, C, KW1
    constants \w6
    \next \w6, \w8, \we, \w0, \w4
    round C, D, E, F, G, H, A, B, KW0
    round B, C, D, E, F, G, H, A, KW1
.endm

.macro nothing w0, w2, w8, wa, we
.endm

.macro rounds16 next
    rounds8 \next, W0, W2, W4, W6, W8, Wa, Wc, We
    rounds8 \next, W8, Wa, Wc, We, W0, W2, W4, W6
.endm

    .text
    .p2align 5
.Lconstants:
#define K(high, low) .word low, high
#include "constants.inc"

    FUNCTION compress
    cmp r2, #0
    bxeq lr
    .cfi_remember_state
    vpush {d8-d15}
    .cfi_adjust_cfa_offset 64
    SAVED_AT 0, 8, d8, d9, d10, d11, d12, d13, d14, d15
    vld1.64 {d0-d3}, [r0]!
    vld1.64 {d4-d7}, [r0]
    sub r0, r0, #32

.Lblock:
    /* Registers now hold: A to H. */
    adr CONSTANT, .Lconstants
    add LAST, CONSTANT, #8 * (ROUNDS - 16)
    vld1.8 {d16-d19}, [r1]!
    vld1.8 {d20-d23}, [r1]!
    vld1.8 {d24-d27}, [r1]!
    vld1.8 {d28-d31}, [r1]!
    .irp w, W0, W2, W4, W6, W8, Wa, Wc, We
    vrev64.8 \w, \w
    .endr
.Lrounds:
    /* Registers now hold: A to H, W0 to We. */
    rounds16 expand
    cmp CONSTANT, LAST
    bne .Lrounds
    rounds16 nothing

    vld1.64 {d16-d19}, [r0]!
    vld1.64 {d20-d23}, [r0]
    sub r0, r0, #32
    vadd.i64 q0, q0, q8
    vadd.i64 q1, q1, q9
    vadd.i64 q2, q2, q10
    vadd.i64 q3, q3, q11
    vst1.64 {d0-d3}, [r0]!
    vst1.64 {d4-d7}, [r0]
    sub r0, r0, #32
    subs r2, r2, #1
    bne .Lblock

    vpop {d8-d15}
    .cfi_restore_state
    bx lr
    END_OF compress
