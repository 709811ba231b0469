/* SPDX-License-Identifier: CC0-1.0 */
/* UBI (section 3.4 of the Skein paper) over whole blocks, for big-endian
 * 32-bit PowerPC.
 *
 *   void skein_blocks(uint64_t g[8], const unsigned char *in, uint64_t n,
 *                     uint64_t t0, uint64_t t1);
 *
 *   for each of n > 0 blocks m of 64 bytes:
 *       g = Threefish-512(key g, tweak (t0, t1), plaintext m) ^ m
 *       t0 += 64, t1 &= ~FIRST
 *
 * On entry: r3 = g, r4 = in, r5 and r6 = n (its high word is 0: memory has no
 * 2^32 blocks), r7 and r8 = t0, r9 and r10 = t1. g has the alignment of a word,
 * in may have any: lwbrx takes it.
 *
 * The idea: the state fills 16 registers, and five of the nine words of the
 * key ten more, where the next block finds its own. A word of a subkey that is
 * a sum of words of the key and the tweak, one of nine, is made once a block.
 * A rotation of a pair is a rotation of either word, whose low bits then come
 * from the other: a MIX is 2 to add, 4 to rotate and 2 to xor.
 * Floor: 288 MIXes of 8, 19 subkeys of 8 x 2 and 18 x 2 for their numbers, and
 * 2 loads for each of the 38 sums with the tweak and 49 words of the key that
 * are not in registers: 2818 a block, 44.0 instructions a byte. */

#include "asm.h"

#define skein_blocks CRYPTO_NAMESPACE(skein_blocks)

/* pairs of registers, the low word first */
#define T  0, 3                 /* free */
#define in 4
#define k0 5, 6
#define k1 7, 8
#define k2 9, 10
#define k3 11, 12
#define k4 14, 15
#define v0 16, 17
#define v1 18, 19
#define v2 20, 21
#define v3 22, 23
#define v4 24, 25
#define v5 26, 27
#define v6 28, 29
#define v7 30, 31
#define v7l 30
#define v7h 31

/* before the rounds: the tweak, and the rest of the key */
#define t0 16, 17
#define t1 18, 19
#define t2 20, 21
#define k5 22, 23
#define k6 24, 25
#define k7 26, 27
#define k8 28, 29

/* The stack above the back chain and a callee's word for its link register:
 *   TWEAKED k[i] + t[(i + 4) % 3], for words 5 and 6 of a subkey
 *   KEY     k[5] to k[8]
 *   SAVED   the caller's r14 to r31 */
#define TWEAKED 8
#define KEY     80
#define TWEAK   112
#define G       128
#define SAVED   132
#define FRAME   208

.macro load l, h, at
    lwz \h, \at(1)
    lwz \l, \at + 4(1)
.endm

.macro store l, h, at
    stw \h, \at(1)
    stw \l, \at + 4(1)
.endm

.macro plus xl, xh, yl, yh
    addc \xl, \xl, \yl
    adde \xh, \xh, \yh
.endm

.macro xors xl, xh, yl, yh
    xor \xl, \xl, \yl
    xor \xh, \xh, \yh
.endm

/* z = y <<< r; r is never 32 */
.macro turn zl, zh, yl, yh, r
    .if \r < 32
    rotlwi \zl, \yl, \r
    rotlwi \zh, \yh, \r
    rlwimi \zl, \yh, \r, 32 - \r, 31
    rlwimi \zh, \yl, \r, 32 - \r, 31
    .else
    turn \zl, \zh, \yh, \yl, (\r - 32)
    .endif
.endm

/* y = t ^ x */
.macro meet yl, yh, tl, th, xl, xh
    xor \yl, \tl, \xl
    xor \yh, \th, \xh
.endm

/* MIX (section 3.3.1): x += y, y = (y <<< r) ^ x */
.macro mix xl, xh, yl, yh, r
    plus \xl, \xh, \yl, \yh
    turn T, \yl, \yh, \r
    meet \yl, \yh, T, \xl, \xh
.endm

/* v += k[i] */
.macro key i, vl, vh
    .if \i == 0
    plus \vl, \vh, k0
    .elseif \i == 1
    plus \vl, \vh, k1
    .elseif \i == 2
    plus \vl, \vh, k2
    .elseif \i == 3
    plus \vl, \vh, k3
    .elseif \i == 4
    plus \vl, \vh, k4
    .else
    load T, (KEY + 8 * (\i - 5))
    plus \vl, \vh, T
    .endif
.endm

.macro tweaked i, vl, vh
    load T, (TWEAKED + 8 * \i)
    plus \vl, \vh, T
.endm

/* The last three words of subkey s, those that are sums; then the others. */
.macro sums s
    tweaked ((\s + 5) % 9), v5
    tweaked ((\s + 6) % 9), v6
    key ((\s + 7) % 9), v7
    .if \s > 0
    addic v7l, v7l, \s
    addze v7h, v7h
    .endif
.endm

.macro keys s
    key (\s % 9), v0
    key ((\s + 1) % 9), v1
    key ((\s + 2) % 9), v2
    key ((\s + 3) % 9), v3
    key ((\s + 4) % 9), v4
.endm

/* subkey s and four rounds, their counts R(d, j) of section 3.3.1 in order */
.macro rounds s, r00, r01, r02, r03, r10, r11, r12, r13, \
        r20, r21, r22, r23, r30, r31, r32, r33
    sums \s
    keys \s
    mix v0, v1, \r00
    mix v2, v3, \r01
    mix v4, v5, \r02
    mix v6, v7, \r03
    mix v2, v1, \r10
    mix v4, v7, \r11
    mix v6, v5, \r12
    mix v0, v3, \r13
    mix v4, v1, \r20
    mix v6, v3, \r21
    mix v0, v5, \r22
    mix v2, v7, \r23
    mix v6, v1, \r30
    mix v0, v7, \r31
    mix v2, v5, \r32
    mix v4, v3, \r33
.endm

/* the sum of key word i and a word of the tweak; key word 8 is the parity */
.macro tweak i, kl, kh, tl, th
    .if \i < 8
    xors k8, \kl, \kh
    .endif
    addc 0, \kl, \tl
    adde 3, \kh, \th
    store T, (TWEAKED + 8 * \i)
.endm

/* the next word of the block; r0 is 4 */
.macro message l, h
    lwbrx \l, 0, in
    lwbrx \h, in, 0
    addi in, in, 8
.endm

/* word i of g, i < 5: k += v, k ^= m */
.macro chain kl, kh, vl, vh
    plus \kl, \kh, \vl, \vh
    message \vl, \vh
    xors \kl, \kh, \vl, \vh
.endm

/* and i > 4: v ^= m; v0 is free */
.macro chain_memory i, vl, vh
    message v0
    xors \vl, \vh, v0
    store \vl, \vh, (KEY + 8 * (\i - 5))
.endm

    FUNCTION skein_blocks, 5
    stwu 1, -FRAME(1)
    .cfi_remember_state
    .cfi_adjust_cfa_offset FRAME
    stmw 14, SAVED(1)
    SAVED_AT SAVED, 4, R14_TO_R31
    stw 3, G(1)
    mtctr 6
    store 8, 7, TWEAK
    store 10, 9, (TWEAK + 8)
    lwz 6, 0(3)
    lwz 5, 4(3)
    lwz 8, 8(3)
    lwz 7, 12(3)
    lwz 10, 16(3)
    lwz 9, 20(3)
    lwz 12, 24(3)
    lwz 11, 28(3)
    lwz 15, 32(3)
    lwz 14, 36(3)
    lwz 23, 40(3)
    lwz 22, 44(3)
    lwz 25, 48(3)
    lwz 24, 52(3)
    lwz 27, 56(3)
    lwz 26, 60(3)
    store k5, KEY
    store k6, (KEY + 8)
    store k7, (KEY + 16)

/* registers now hold: k0 to k4; ctr counts the blocks */
1:
    load t0, TWEAK
    load t1, (TWEAK + 8)
    load k5, KEY
    load k6, (KEY + 8)
    load k7, (KEY + 16)
    meet t2, t0, t1
    lis 28, 0xa9fc
    ori 28, 28, 0x1a22
    lis 29, 0x1bd1
    ori 29, 29, 0x1bda
    tweak 0, k0, t1
    tweak 1, k1, t2
    tweak 2, k2, t0
    tweak 3, k3, t1
    tweak 4, k4, t2
    tweak 5, k5, t0
    tweak 6, k6, t1
    tweak 7, k7, t2
    tweak 8, k8, t0
    store k8, (KEY + 24)

    li 0, 4
    message v0
    message v1
    message v2
    message v3
    message v4
    message v5
    message v6
    message v7

    .irp s, 0, 2, 4, 6, 8, 10, 12, 14, 16
    rounds \s, 46, 36, 19, 37, 33, 27, 14, 42, \
        17, 49, 36, 39, 44, 9, 54, 56
    rounds (\s + 1), 39, 30, 34, 24, 13, 50, 10, 17, \
        25, 29, 39, 43, 8, 35, 56, 22
    .endr

    /* words i of subkey 18 and of the key are the same, so g replaces it */
    sums 18
    li 0, 4
    addi in, in, -64
    chain k0, v0
    chain k1, v1
    chain k2, v2
    chain k3, v3
    chain k4, v4
    chain_memory 5, v5
    chain_memory 6, v6
    chain_memory 7, v7

    load t0, TWEAK
    lwz 3, TWEAK + 8(1)
    addic 16, 16, 64
    addze 17, 17
    rlwinm 3, 3, 0, 2, 0 /* FIRST is bit 1 from the left */
    store t0, TWEAK
    stw 3, TWEAK + 8(1)
    bdnz 1b

    lwz 3, G(1)
    stw 6, 0(3)
    stw 5, 4(3)
    stw 8, 8(3)
    stw 7, 12(3)
    stw 10, 16(3)
    stw 9, 20(3)
    stw 12, 24(3)
    stw 11, 28(3)
    stw 15, 32(3)
    stw 14, 36(3)
    stw 27, 40(3)
    stw 26, 44(3)
    stw 29, 48(3)
    stw 28, 52(3)
    stw 31, 56(3)
    stw 30, 60(3)
    lmw 14, SAVED(1)
    addi 1, 1, FRAME
    .cfi_restore_state
    blr
    END_OF skein_blocks
