/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-512's compression function for big-endian 32-bit PowerPC.
 *
 * void compress(uint64_t h[8], const unsigned char *in,
 *               unsigned long long blocks)
 *     r3 h   r4 in   r6 blocks (r5, its high word, is 0: memory has no 2^32)
 *     in needs no alignment: lwz takes any.
 *
 * The idea: the state fills 16 registers and stays there, and the last 16 words
 * of the schedule are on the stack, W[t] made in the round that takes it, in
 * place of W[t-16]. A word rotated is two rotations of either half, of which
 * rlwimi puts the low bits of one under the high bits of the other.
 * Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)), whose b ^ c is the a ^ b of the
 * round before.
 *
 * Floor: 80 rounds of 62 instructions, and 46 for 64 words of the schedule:
 * 7904 a block, 61.8 a byte.
 */

#include "asm.h"

#define compress CRYPTO_NAMESPACE(compress)
#define ROUNDS 80

/* pairs of registers, the low half first */
#define A 14, 15
#define B 16, 17
#define C 18, 19
#define D 20, 21
#define E 22, 23
#define F 24, 25
#define G 26, 27
#define H 28, 29
#define X 10, 11                /* a ^ b and b ^ c in turns */
#define Y 12, 3
#define M 30, 31                /* the word of the schedule */
#define T 0, 5                  /* free */
#define U 6, 7
#define V 8, 9
#define IN 8                    /* in the first 16 rounds, which leave V alone */
#define CONSTANT 4

/* The stack above the back chain and a callee's word for its link register;
 * the caller's r14 to r31 are last. */
#define W 8
#define STATE 136
#define NEXT 140
#define LEFT 144
#define CONSTANTS 148
#define SAVED 152
#define FRAME 224

.macro load l, h, base, at
    lwz \h, \at(\base)
    lwz \l, \at + 4(\base)
.endm

.macro store l, h, base, at
    stw \h, \at(\base)
    stw \l, \at + 4(\base)
.endm

.macro plus xl, xh, yl, yh
    addc \xl, \xl, \yl
    adde \xh, \xh, \yh
.endm

.macro xors zl, zh, xl, xh, yl, yh
    xor \zl, \xl, \yl
    xor \zh, \xh, \yh
.endm

.macro ands xl, xh, yl, yh
    and \xl, \xl, \yl
    and \xh, \xh, \yh
.endm

/* z = x >>> r; r is never 32 */
.macro turn zl, zh, xl, xh, r
    .if \r < 32
    rotrwi \zl, \xl, \r
    rotrwi \zh, \xh, \r
    rlwimi \zl, \xh, 32 - \r, 0, \r - 1
    rlwimi \zh, \xl, 32 - \r, 0, \r - 1
    .else
    turn \zl, \zh, \xh, \xl, (\r - 32)
    .endif
.endm

/* z = x >> r, r < 32 */
.macro shift zl, zh, xl, xh, r
    rotrwi \zl, \xl, \r
    srwi \zh, \xh, \r
    rlwimi \zl, \xh, 32 - \r, 0, \r - 1
.endm

/* h += x >>> r0 ^ x >>> r1 ^ x >>> r2 */
.macro sums hl, hh, xl, xh, r0, r1, r2
    turn T, \xl, \xh, \r0
    turn U, \xl, \xh, \r1
    xors T, T, U
    turn U, \xl, \xh, \r2
    xors T, T, U
    plus \hl, \hh, T
.endm

/* M += x >>> r0 ^ x >>> r1 ^ x >> s for word i of W */
.macro small i, r0, r1, s
    load V, 1, (W + 8 * ((\i) % 16))
    turn T, V, \r0
    turn U, V, \r1
    xors T, T, U
    shift U, V, \s
    xors T, T, U
    plus M, T
.endm

/* M = W[t], t = i modulo 16, for the first 16 words and for the others */
.macro message i
    load M, IN, (8 * \i)
    store M, 1, (W + 8 * \i)
.endm

.macro expand i
    load M, 1, (W + 8 * \i)
    small (\i + 1), 1, 8, 7
    load T, 1, (W + 8 * ((\i + 9) % 16))
    plus M, T
    small (\i + 14), 19, 61, 6
    store M, 1, (W + 8 * \i)
.endm

/* One round; x becomes a ^ b, y was b ^ c. */
.macro round i, al, ah, bl, bh, cl, ch, dl, dh, el, eh, fl, fh, gl, gh, \
        hl, hh, xl, xh, yl, yh
    plus \hl, \hh, M
    load T, CONSTANT, (8 * \i)
    plus \hl, \hh, T
    xors T, \fl, \fh, \gl, \gh
    ands T, \el, \eh
    xors T, T, \gl, \gh
    plus \hl, \hh, T
    sums \hl, \hh, \el, \eh, 14, 18, 41
    plus \dl, \dh, \hl, \hh
    sums \hl, \hh, \al, \ah, 28, 34, 39
    xors \xl, \xh, \al, \ah, \bl, \bh
    ands \yl, \yh, \xl, \xh
    xors \yl, \yh, \yl, \yh, \bl, \bh
    plus \hl, \hh, \yl, \yh
.endm

.macro rounds8 word, i
    \word \i
    round \i, A, B, C, D, E, F, G, H, X, Y
    \word (\i + 1)
    round (\i + 1), H, A, B, C, D, E, F, G, Y, X
    \word (\i + 2)
    round (\i + 2), G, H, A, B, C, D, E, F, X, Y
    \word (\i + 3)
    round (\i + 3), F, G, H, A, B, C, D, E, Y, X
    \word (\i + 4)
    round (\i + 4), E, F, G, H, A, B, C, D, X, Y
    \word (\i + 5)
    round (\i + 5), D, E, F, G, H, A, B, C, Y, X
    \word (\i + 6)
    round (\i + 6), C, D, E, F, G, H, A, B, X, Y
    \word (\i + 7)
    round (\i + 7), B, C, D, E, F, G, H, A, Y, X
.endm

.macro load_state base
    load A, \base, 0
    load B, \base, 8
    load C, \base, 16
    load D, \base, 24
    load E, \base, 32
    load F, \base, 40
    load G, \base, 48
    load H, \base, 56
.endm

/* x += the word at 8 * i of the state at r10, where the sum goes as well */
.macro chain i, xl, xh
    load T, 10, (8 * \i)
    plus \xl, \xh, T
    store \xl, \xh, 10, (8 * \i)
.endm

    .text
    .p2align 5
.Lconstants:
#define K(high, low) .long high, low
#include "constants.inc"

    FUNCTION compress
    cmpwi 6, 0
    beqlr
    mflr 0
    .cfi_remember_state
    stwu 1, -FRAME(1)
    .cfi_adjust_cfa_offset FRAME
    stw 0, FRAME + 4(1)
    stmw 14, SAVED(1)
    .cfi_rel_offset lr, FRAME + 4
    SAVED_AT SAVED, 4, R14_TO_R31
    bcl 20, 31, 1f
1:
    mflr 5
    addi 5, 5, .Lconstants - 1b
    stw 3, STATE(1)
    stw 4, NEXT(1)
    stw 6, LEFT(1)
    stw 5, CONSTANTS(1)
    mr 10, 3
    load_state 10

    /* Registers now hold: A to H. */
.Lblock:
    lwz IN, NEXT(1)
    lwz CONSTANT, CONSTANTS(1)
    addi 0, IN, 128
    stw 0, NEXT(1)
    xors Y, B, C
    rounds8 message, 0
    rounds8 message, 8
    li 0, 4
    mtctr 0
.Lrounds:
    /* Registers now hold: A to H, Y = b ^ c, CONSTANT; ctr counts. */
    addi CONSTANT, CONSTANT, 128
    rounds8 expand, 0
    rounds8 expand, 8
    bdnz .Lrounds

    lwz 10, STATE(1)
    chain 0, A
    chain 1, B
    chain 2, C
    chain 3, D
    chain 4, E
    chain 5, F
    chain 6, G
    chain 7, H
    lwz 5, LEFT(1)
    addic. 5, 5, -1
    stw 5, LEFT(1)
    bne .Lblock

    lwz 0, FRAME + 4(1)
    lmw 14, SAVED(1)
    mtlr 0
    addi 1, 1, FRAME
    .cfi_restore_state
    blr
    END_OF compress
