/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-2's compression functions for 64-bit RISC-V with Zbb.
 *
 * void compress(word h[8], const unsigned char *in, unsigned long long blocks)
 *     a0 h   a1 in   a2 blocks
 *     in needs no alignment: a block that is not aligned to 8 bytes is copied
 *     first, since many machines emulate loads that are not.
 *
 * The idea: the state and 16 words of the schedule fill 24 of 28 registers, so
 * that only the constants come from memory, and no word of 32 bits needs an
 * extension of its sign or its zeros. W[t+16] is made in place of W[t], behind
 * the round that takes it. Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)), whose b ^ c
 * is the a ^ b of the round before.
 *
 * Floor: a round takes 24 instructions, a word of the schedule 13, two words of
 * 32 bits to load 4, one of 64 bits 2: 2192 a block, 34.3 a byte for SHA-256,
 * and 2784, 21.8 a byte for SHA-512.
 */

#include "asm.h"
#include "bits.h"

#define compress CRYPTO_NAMESPACE(compress)

#if WORD_BITS == 64
#define BYTES 8 /* of a word */
#define ROUNDS 80
#define LOAD ld
#define STORE sd
#define ADD add
#define TURN rori
#define SHIFT srli
#define CONSTANTS(high, low) .quad high << 32 | low
#define SUMS0 28, 34, 39
#define SUMS1 14, 18, 41
#define SMALL0 1, 8, 7
#define SMALL1 19, 61, 6
#else
#define BYTES 4
#define ROUNDS 64
#define LOAD lw
#define STORE sw
#define ADD addw
#define TURN roriw
#define SHIFT srliw
#define CONSTANTS(high, low) .long high
#define SUMS0 2, 13, 22
#define SUMS1 6, 11, 25
#define SMALL0 7, 18, 3
#define SMALL1 17, 19, 10
#endif
#define BLOCK (16 * BYTES)

#define A s0
#define B s1
#define C s2
#define D s3
#define E s4
#define F s5
#define G s6
#define H s7
#define W0 s8
#define W1 s9
#define W2 s10
#define W3 s11
#define W4 a0
#define W5 a1
#define W6 a2
#define W7 a3
#define W8 a4
#define W9 a5
#define W10 a6
#define W11 a7
#define W12 t0
#define W13 t1
#define W14 t2
#define W15 ra
#define CONSTANT t3
#define X t4 /* a ^ b and b ^ c in turns; the other is free between */
#define Y t5
#define T t6

/* The stack: a block, then what no register is left for */
#define STATE 128
#define NEXT 136
#define LEFT 144
#define TURNS 152
#define SAVED 160
#define FRAME 272

/* x += y >>> r0 ^ y >>> r1 ^ y >>> r2, with u free */
.macro sums x, y, u, r0, r1, r2
    TURN T, \y, \r0
    TURN \u, \y, \r1
    xor T, T, \u
    TURN \u, \y, \r2
    xor T, T, \u
    ADD \x, \x, T
.endm

/* x += y >>> r0 ^ y >>> r1 ^ y >> s, with u free */
.macro small x, y, u, r0, r1, s
    TURN T, \y, \r0
    TURN \u, \y, \r1
    xor T, T, \u
    SHIFT \u, \y, \s
    xor T, T, \u
    ADD \x, \x, T
.endm

/* One round, with constant i of these 16; x becomes a ^ b, y was b ^ c. */
.macro round i, w, a, b, c, d, e, f, g, h, x, y
    LOAD T, BYTES * \i(CONSTANT)
    ADD \h, \h, \w
    xor \x, \f, \g
    ADD \h, \h, T
    and \x, \x, \e
    xor \x, \x, \g
    ADD \h, \h, \x
    sums \h, \e, \x, SUMS1
    ADD \d, \d, \h
    sums \h, \a, \x, SUMS0
    xor \x, \a, \b
    and \y, \y, \x
    xor \y, \y, \b
    ADD \h, \h, \y
.endm

/* W[t+16] in place of w = W[t], with u free */
.macro expand w, w1, w9, w14, u
    ADD \w, \w, \w9
    small \w, \w1, \u, SMALL0
    small \w, \w14, \u, SMALL1
.endm

.macro last w, w1, w9, w14, u
.endm

/* 16 rounds, each with what makes the word that takes the place of its own */
.macro rounds16 more
    round 0, W0, A, B, C, D, E, F, G, H, X, Y
    \more W0, W1, W9, W14, Y
    round 1, W1, H, A, B, C, D, E, F, G, Y, X
    \more W1, W2, W10, W15, X
    round 2, W2, G, H, A, B, C, D, E, F, X, Y
    \more W2, W3, W11, W0, Y
    round 3, W3, F, G, H, A, B, C, D, E, Y, X
    \more W3, W4, W12, W1, X
    round 4, W4, E, F, G, H, A, B, C, D, X, Y
    \more W4, W5, W13, W2, Y
    round 5, W5, D, E, F, G, H, A, B, C, Y, X
    \more W5, W6, W14, W3, X
    round 6, W6, C, D, E, F, G, H, A, B, X, Y
    \more W6, W7, W15, W4, Y
    round 7, W7, B, C, D, E, F, G, H, A, Y, X
    \more W7, W8, W0, W5, X
    round 8, W8, A, B, C, D, E, F, G, H, X, Y
    \more W8, W9, W1, W6, Y
    round 9, W9, H, A, B, C, D, E, F, G, Y, X
    \more W9, W10, W2, W7, X
    round 10, W10, G, H, A, B, C, D, E, F, X, Y
    \more W10, W11, W3, W8, Y
    round 11, W11, F, G, H, A, B, C, D, E, Y, X
    \more W11, W12, W4, W9, X
    round 12, W12, E, F, G, H, A, B, C, D, X, Y
    \more W12, W13, W5, W10, Y
    round 13, W13, D, E, F, G, H, A, B, C, Y, X
    \more W13, W14, W6, W11, X
    round 14, W14, C, D, E, F, G, H, A, B, X, Y
    \more W14, W15, W7, W12, Y
    round 15, W15, B, C, D, E, F, G, H, A, Y, X
    \more W15, W0, W8, W13, X
.endm

/* x += word i of the state at T, where the sum goes as well */
.macro chain i, x
    LOAD X, BYTES * \i(T)
    ADD \x, \x, X
    STORE \x, BYTES * \i(T)
.endm

/* Words i and i + 1 of the block at T */
.macro words i, w, next
#if BYTES == 8
    ld \w, 8 * \i(T)
    ld \next, 8 * \i + 8(T)
    rev8 \w, \w
    rev8 \next, \next
#else
    ld \next, 4 * \i(T)
    rev8 \next, \next
    srai \w, \next, 32
    sext.w \next, \next
#endif
.endm

    FUNCTION compress, 2
    bnez a2, .Lany
    ret
.Lany:
    .cfi_remember_state
    addi sp, sp, -FRAME
    .cfi_adjust_cfa_offset FRAME
    sd ra, SAVED(sp)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    sd s\i, SAVED + 8 + 8 * \i(sp)
    .endr
    SAVED_AT SAVED, 8, ra, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    sd a0, STATE(sp)
    sd a1, NEXT(sp)
    sd a2, LEFT(sp)
    LOAD A, 0 * BYTES(a0)
    LOAD B, 1 * BYTES(a0)
    LOAD C, 2 * BYTES(a0)
    LOAD D, 3 * BYTES(a0)
    LOAD E, 4 * BYTES(a0)
    LOAD F, 5 * BYTES(a0)
    LOAD G, 6 * BYTES(a0)
    LOAD H, 7 * BYTES(a0)

    /* Registers now hold: A to H. */
.Lblock:
    ld T, NEXT(sp)
    andi X, T, 7
    addi Y, T, BLOCK
    sd Y, NEXT(sp)
    beqz X, .Laligned
    mv X, sp
.Lcopy:
    lbu W0, 0(T)
    lbu W1, 1(T)
    lbu W2, 2(T)
    lbu W3, 3(T)
    sb W0, 0(X)
    sb W1, 1(X)
    sb W2, 2(X)
    sb W3, 3(X)
    addi T, T, 4
    addi X, X, 4
    bne T, Y, .Lcopy
    mv T, sp
.Laligned:
    words 0, W0, W1
    words 2, W2, W3
    words 4, W4, W5
    words 6, W6, W7
    words 8, W8, W9
    words 10, W10, W11
    words 12, W12, W13
    words 14, W14, W15
    lla CONSTANT, .Lconstants
    li T, ROUNDS / 16 - 1
    sd T, TURNS(sp)
    xor Y, B, C
.Lrounds:
    /* Registers now hold: A to H, W, Y = b ^ c, CONSTANT. */
    rounds16 expand
    ld T, TURNS(sp)
    addi CONSTANT, CONSTANT, BLOCK
    addi T, T, -1
    sd T, TURNS(sp)
    bnez T, .Lrounds
    rounds16 last

    ld T, STATE(sp)
    chain 0, A
    chain 1, B
    chain 2, C
    chain 3, D
    chain 4, E
    chain 5, F
    chain 6, G
    chain 7, H
    ld T, LEFT(sp)
    addi T, T, -1
    sd T, LEFT(sp)
    beqz T, .Ldone
    j .Lblock
.Ldone:

    ld ra, SAVED(sp)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ld s\i, SAVED + 8 + 8 * \i(sp)
    .endr
    addi sp, sp, FRAME
    .cfi_restore_state
    ret
    END_OF compress

    .section .rodata
    .p2align 3
.Lconstants:
#define K(high, low) CONSTANTS(high, low)
#include "constants.inc"
