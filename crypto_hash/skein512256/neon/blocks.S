/* SPDX-License-Identifier: CC0-1.0 */
/* UBI (section 3.4 of the Skein paper) over whole blocks, for 32-bit ARM with
 * NEON.
 *
 *   void skein_blocks(uint64_t g[8], const unsigned char *in, uint64_t n,
 *                     uint64_t t0, uint64_t t1);
 *
 *   for each of n > 0 blocks m of 64 bytes:
 *       g = Threefish-512(key g, tweak (t0, t1), plaintext m) ^ m
 *       t0 += 64, t1 &= ~FIRST
 *
 * On entry: r0 = g, r1 = in, r2 = n (r3, its high word, is 0: memory has no
 * 2^32 blocks), t0 and t1 on the stack. in may have any alignment.
 *
 * The idea: words i and i + 4 are a quadword, in the state as in a subkey:
 * (v1, v5) and (v3, v7) meet (v0, v4) and (v2, v6) in turn. All nine of the
 * extended key are in registers. The two words of a quadword have different
 * counts, so they are rotated apart, by a shift and a shift with insertion, or
 * by vext if by whole bytes. After two rounds the words of either odd pair
 * change places: their last xor is of words apart, and crosses them.
 * Floor: a round of four MIXes is 2 additions, 8 shifts and 2 or, if it
 * crosses, 4 xor: 936 in 72 rounds, less 36 by vext. 19 subkeys of 9, 12 times
 * t2, 17 for the tweak and to expand the key, 21 to load the block twice and to
 * xor it: 1121 a block, 17.5 instructions a byte. */

#include "asm.h"

    .syntax unified
    .arch armv7-a
    .fpu neon
    .arm

#define skein_blocks CRYPTO_NAMESPACE(skein_blocks)

/* the state: (v0, v4), (v1, v5), (v2, v6), (v3, v7), and their doublewords */
#define e  q0
#define a  q1
#define f  q2
#define b  q3
#define e0 d0
#define e1 d1
#define a0 d2
#define a1 d3
#define f0 d4
#define f1 d5
#define b0 d6
#define b1 d7

/* words i and i + 4 of the extended key: k[i] is q(4 + i) */
#define k0 q4
#define k1 q5
#define k2 q6
#define k3 q7
#define k4 q8
#define k5 q9
#define k6 q10
#define k7 q11
#define k8 q12

/* free */
#define T  q13
#define T0 d26
#define T1 d27
#define U  q14
#define U0 d28
#define U1 d29

/* tweak words 0 and 1 */
#define t0 d30
#define t1 d31

#define g    r0
#define in   r1
#define left r2
#define zero r3
#define x    r12
#define t0l  r4
#define t0h  r5
#define t1l  r6
#define t1h  r7
#define SAVED 4 * 4 + 8 * 8     /* bytes pushed */

/* z = y <<< r in two steps */
.macro turn z, y, r
    .if \r % 8
    vshl.i64 \z, \y, #\r
    .else
    vext.8 \z, \y, \y, #(8 - \r / 8)
    .endif
.endm

.macro insert z, y, r
    .if \r % 8
    vsri.64 \z, \y, #(64 - \r)
    .endif
.endm

/* the rotations of (x, a) by ra0, ra1 and (y, b) by rb0, rb1, to T and U */
.macro turns x, y, ra0, ra1, rb0, rb1
    vadd.i64 \x, \x, a
    vadd.i64 \y, \y, b
    turn T0, a0, \ra0
    turn T1, a1, \ra1
    turn U0, b0, \rb0
    turn U1, b1, \rb1
    insert T0, a0, \ra0
    insert T1, a1, \ra1
    insert U0, b0, \rb0
    insert U1, b1, \rb1
.endm

/* two rounds; a and b cross */
.macro rounds2 ea0, ea1, fb0, fb1, fa0, fa1, eb0, eb1
    turns e, f, \ea0, \ea1, \fb0, \fb1
    veor a, T, e
    veor b, U, f
    turns f, e, \fa0, \fa1, \eb0, \eb1
    veor a1, T0, f0
    veor a0, T1, f1
    veor b1, U0, e0
    veor b0, U1, e1
.endm

/* v += pair i of the extended key */
.macro key i, v
    .irp j, 4, 5, 6, 7, 8, 9, 10, 11, 12
    .if 4 + \i == \j
    vadd.i64 \v, \v, q\j
    .endif
    .endr
.endm

/* v += tweak word i */
.macro tweak i, v
    .if \i == 0
    vadd.i64 \v, \v, t0
    .elseif \i == 1
    vadd.i64 \v, \v, t1
    .else
    veor U0, t0, t1
    vadd.i64 \v, \v, U0
    .endif
.endm

.macro subkey s
    mov x, #\s
    vmov T0, x, zero
    key (\s % 9), e
    key ((\s + 1) % 9), a
    key ((\s + 2) % 9), f
    key ((\s + 3) % 9), b
    tweak (\s % 3), a1
    tweak ((\s + 1) % 3), f1
    vadd.i64 b1, b1, T0
.endm

/* subkey s and four rounds, their counts R(d, j) of section 3.3.1 in order */
.macro rounds s, r00, r01, r02, r03, r10, r11, r12, r13, \
        r20, r21, r22, r23, r30, r31, r32, r33
    subkey \s
    rounds2 \r00, \r02, \r01, \r03, \r10, \r12, \r13, \r11
    rounds2 \r22, \r20, \r23, \r21, \r32, \r30, \r31, \r33
.endm

/* the words at p to eight doublewords */
.macro load p, w0, w1, w2, w3, w4, w5, w6, w7
    .irp w, \w0, \w1, \w2, \w3, \w4, \w5, \w6, \w7
    vld1.8 {\w}, [\p]!
    .endr
.endm

    .text
    .p2align 3
.Lconstant:
    .word 0xa9fc1a22, 0x1bd11bda /* of the extended key's parity */

    FUNCTION skein_blocks, 5
    push {r4-r7}
    .cfi_remember_state
    .cfi_adjust_cfa_offset 16
    SAVED_AT 0, 4, r4, r5, r6, r7
    .cfi_remember_state
    vpush {d8-d15}
    .cfi_adjust_cfa_offset 64
    SAVED_AT 0, 8, d8, d9, d10, d11, d12, d13, d14, d15
    add x, sp, #SAVED
    ldm x, {t0l, t0h, t1l, t1h}
    load g, d8, d10, d12, d14, d9, d11, d13, d15
    sub g, g, #64
    mov zero, #0

/* registers now hold: k0 to k3 pairs of g, left the number of blocks */
1:
    vmov t0, t0l, t0h
    vmov t1, t1l, t1h
    adds t0l, t0l, #64
    adc t0h, t0h, #0
    bic t1h, t1h, #1 << 30 /* FIRST */

    /* the extended key, its parity first */
    veor T, k0, k1
    veor U, k2, k3
    vldr d17, .Lconstant
    veor T, T, U
    vext.8 k5, k1, k0, #8
    vext.8 k6, k2, k1, #8
    vext.8 k7, k3, k2, #8
    veor T0, T0, T1
    vmov d16, d9
    veor d17, d17, T0
    vmov d25, d14
    vmov d24, d17

    load in, e0, a0, f0, b0, e1, a1, f1, b1

    .irp s, 0, 2, 4, 6, 8, 10, 12, 14, 16
    rounds \s, 46, 36, 19, 37, 33, 27, 14, 42, \
        17, 49, 36, 39, 44, 9, 54, 56
    rounds (\s + 1), 39, 30, 34, 24, 13, 50, 10, 17, \
        25, 29, 39, 43, 8, 35, 56, 22
    .endr
    subkey 18

    sub in, in, #64
    load in, d8, d10, d12, d14, d9, d11, d13, d15
    veor k0, k0, e
    veor k1, k1, a
    veor k2, k2, f
    veor k3, k3, b
    subs left, left, #1
    bne 1b

    .irp w, d8, d10, d12, d14, d9, d11, d13, d15
    vst1.64 {\w}, [g]!
    .endr
    vpop {d8-d15}
    .cfi_restore_state
    pop {r4-r7}
    .cfi_restore_state
    bx lr
    END_OF skein_blocks
