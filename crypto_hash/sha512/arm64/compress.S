/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-512's compression function for 64-bit ARM without its instructions.
 *
 * void compress(uint64_t h[8], const unsigned char *in,
 *               unsigned long long blocks)
 *     x0 h   x1 in   x2 blocks
 *     in needs no alignment: ldp takes any.
 *
 * The idea: the state and 16 words of the schedule fill 24 registers, so that
 * only the constants come from memory. W[t+16] is made in place of W[t], behind
 * the round that takes it. Second operands are rotated for nothing: a Sigma
 * takes three instructions. Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)), whose b ^ c
 * is the a ^ b of the round before.
 *
 * Floor: 80 rounds of 20 instructions, 64 words of 9, 24 to load 16: 2200 a
 * block, 17.2 a byte. SHA-256 has no such folder, as compilers get by with 27.5
 * a byte there, 2 % above the same count.
 */

#include "asm.h"

#define ROUNDS 80

#define A x0
#define B x1
#define C x2
#define D x3
#define E x4
#define F x5
#define G x6
#define H x7
#define W0 x8
#define W1 x9
#define W2 x10
#define W3 x11
#define W4 x12
#define W5 x13
#define W6 x14
#define W7 x15
#define W8 x16
#define W9 x17
#define W10 x19 /* x18 is the system's on some */
#define W11 x20
#define W12 x21
#define W13 x22
#define W14 x23
#define W15 x24
#define CONSTANT x25
#define TURNS x26
#define X x27 /* a ^ b and b ^ c in turns */
#define Y x28
#define T x29
#define U x30

/* The stack: the caller's registers, then what no register is left for */
#define STATE 96
#define NEXT 104
#define LEFT 112
#define FRAME 128

/* One round; x becomes a ^ b, y was b ^ c. Chains of dependent operations take
 * turns, for cores that do not look ahead. */
.macro round w, a, b, c, d, e, f, g, h, x, y
    ldr T, [CONSTANT], 8
    eor U, \f, \g
    add \h, \h, \w
    and U, U, \e
    add \h, \h, T
    ror T, \e, 14 /* Sigma1 */
    eor U, U, \g /* Ch */
    eor T, T, \e, ror 18
    add \h, \h, U
    eor T, T, \e, ror 41
    eor \x, \a, \b
    add \h, \h, T
    ror T, \a, 28 /* Sigma0 */
    and \y, \y, \x
    add \d, \d, \h
    eor T, T, \a, ror 34
    eor \y, \y, \b /* Maj */
    eor T, T, \a, ror 39
    add \h, \h, \y
    add \h, \h, T
.endm

/* W[t+16] in place of w = W[t] */
.macro expand w, w1, w9, w14
    ror T, \w1, 1
    ror U, \w14, 19
    add \w, \w, \w9
    eor T, T, \w1, ror 8
    eor U, U, \w14, ror 61
    eor T, T, \w1, lsr 7
    eor U, U, \w14, lsr 6
    add \w, \w, T
    add \w, \w, U
.endm

.macro last w, w1, w9, w14
.endm

/* 16 rounds, each with what makes the word that takes the place of its own */
.macro rounds16 more
    round W0, A, B, C, D, E, F, G, H, X, Y
    \more W0, W1, W9, W14
    round W1, H, A, B, C, D, E, F, G, Y, X
    \more W1, W2, W10, W15
    round W2, G, H, A, B, C, D, E, F, X, Y
    \more W2, W3, W11, W0
    round W3, F, G, H, A, B, C, D, E, Y, X
    \more W3, W4, W12, W1
    round W4, E, F, G, H, A, B, C, D, X, Y
    \more W4, W5, W13, W2
    round W5, D, E, F, G, H, A, B, C, Y, X
    \more W5, W6, W14, W3
    round W6, C, D, E, F, G, H, A, B, X, Y
    \more W6, W7, W15, W4
    round W7, B, C, D, E, F, G, H, A, Y, X
    \more W7, W8, W0, W5
    round W8, A, B, C, D, E, F, G, H, X, Y
    \more W8, W9, W1, W6
    round W9, H, A, B, C, D, E, F, G, Y, X
    \more W9, W10, W2, W7
    round W10, G, H, A, B, C, D, E, F, X, Y
    \more W10, W11, W3, W8
    round W11, F, G, H, A, B, C, D, E, Y, X
    \more W11, W12, W4, W9
    round W12, E, F, G, H, A, B, C, D, X, Y
    \more W12, W13, W5, W10
    round W13, D, E, F, G, H, A, B, C, Y, X
    \more W13, W14, W6, W11
    round W14, C, D, E, F, G, H, A, B, X, Y
    \more W14, W15, W7, W12
    round W15, B, C, D, E, F, G, H, A, Y, X
    \more W15, W0, W8, W13
.endm

/* x and y += words i and i + 1 of the state at W0, where the sums go as well */
.macro chain i, x, y
    ldp T, U, [W0, 8 * \i]
    add \x, \x, T
    add \y, \y, U
    stp \x, \y, [W0, 8 * \i]
.endm

/* Words i and i + 1 of the block at T */
.macro words i, w, next
    ldp \w, \next, [T, 8 * \i]
    rev \w, \w
    rev \next, \next
.endm

    FUNCTION NAME(compress), 6
    cbz x2, .Lnone
    SIGN
    .cfi_remember_state
    stp x29, x30, [sp, -FRAME]!
    .cfi_adjust_cfa_offset FRAME
    stp x19, x20, [sp, 16]
    stp x21, x22, [sp, 32]
    stp x23, x24, [sp, 48]
    stp x25, x26, [sp, 64]
    stp x27, x28, [sp, 80]
    SAVED_AT 0, 8, x29, x30, x19, x20, x21, x22, x23, x24, x25, x26, x27, x28
    stp x0, x1, [sp, STATE]
    str x2, [sp, LEFT]
    mov W0, x0
    ldp A, B, [W0]
    ldp C, D, [W0, 16]
    ldp E, F, [W0, 32]
    ldp G, H, [W0, 48]

    /* Registers now hold: A to H. */
.Lblock:
    ldr T, [sp, NEXT]
    words 0, W0, W1
    words 2, W2, W3
    words 4, W4, W5
    words 6, W6, W7
    words 8, W8, W9
    words 10, W10, W11
    words 12, W12, W13
    words 14, W14, W15
    add T, T, 128
    str T, [sp, NEXT]
    adrp CONSTANT, PAGE(.Lconstants)
    add CONSTANT, CONSTANT, OFFSET(.Lconstants)
    mov TURNS, ROUNDS / 16 - 1
    eor Y, B, C

    .p2align 4
.Lrounds:
    /* Registers now hold: A to H, W, Y = b ^ c, CONSTANT, TURNS. */
    rounds16 expand
    subs TURNS, TURNS, 1
    b.ne .Lrounds
    rounds16 last

    ldr W0, [sp, STATE]
    chain 0, A, B
    chain 2, C, D
    chain 4, E, F
    chain 6, G, H
    ldr T, [sp, LEFT]
    subs T, T, 1
    str T, [sp, LEFT]
    b.ne .Lblock

    ldp x19, x20, [sp, 16]
    ldp x21, x22, [sp, 32]
    ldp x23, x24, [sp, 48]
    ldp x25, x26, [sp, 64]
    ldp x27, x28, [sp, 80]
    ldp x29, x30, [sp], FRAME
    .cfi_restore_state
    CHECK
.Lnone:
    ret
    END_OF NAME(compress)

    CONSTANTS
    .p2align 3
.Lconstants:
#define K(high, low) .quad high << 32 | low
#include "constants.inc"
