/* SPDX-License-Identifier: CC0-1.0 */
/*
 * void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
 *             unsigned long long blocks, const unsigned char last[RATE])
 *
 * Keccak-f[1600] on 32-bit words, bit-interleaved: the even bits of a lane are
 * a word, half 0, the odd ones another, half 1. Two rounds an iteration, from
 * the state A to the state E and back, both on the stack. In registers are the
 * sums of the columns, which grow as rows are done, so that theta begins with
 * them; what theta adds; and a row at work: 29 registers are just enough.
 *
 * A round is 254 operations: 55 for the sums, 50 to add them, 47 rotations, 100
 * for chi, 2 for iota. Each word is loaded and stored once, with 2 constants:
 * 356 instructions.
 *
 * r3 out, r4 in, r5 and r6 blocks, r7 last. No alignment is asked for: in and
 * out are loaded and stored by words wherever they are.
 */
#include "asm.h"
#include "keccak.h"

/* Registers by number, for half h of column x is C + 5 * h + x. */
#define C 3  /* 10 sums */
#define D 14 /* 10 words that theta adds */
#define B 24 /* the row at work */
#define B0 24
#define B1 25
#define B2 26
#define B3 27
#define B4 28
#define T0 29
#define T1 30
#define T2 0
#define CONSTANT 31 /* the address of the next */

/* Between rounds */
#define FROM 14
#define FROM4 15 /* the address 4 beyond it */
#define W0 16
#define W1 17
#define T 18
#define INDEX 19
#define M1 20
#define M2 21
#define M4 22

/* The stack */
#define A 16
#define E 216
#define OUT 416
#define IN 420
#define BLOCKS 424
#define LAST 432
#define SAVED 440
#define FRAME 512

.macro THETA
    .irp x, 0, 1, 2, 3, 4
    rotlwi D + \x, C + 5 + (\x + 1) % 5, 1
    xor D + 5 + \x, C + 5 + (\x + 4) % 5, C + (\x + 1) % 5
    xor D + \x, D + \x, C + (\x + 4) % 5
    .endr
.endm

/* Lane x of row y: where it is in the state from, after theta, after rho */
.macro FETCH from, h, x, y, n
    lwz B + \x, \from + 100 * ((\n + \h) % 2) + 4 * ((\x + 3 * \y) % 5) + 20 * \x(1)
.endm
.macro ADD h, x, y, n
    xor B + \x, B + \x, D + 5 * ((\n + \h) % 2) + (\x + 3 * \y) % 5
.endm
.macro ROTATE h, x, n
    .if (\n + 1 - \h) / 2
    rotlwi B + \x, B + \x, (\n + 1 - \h) / 2
    .endif
.endm

/* chi: over b1 and b2 at last */
.macro CHI t0, t1, t2, t3, t4
    andc \t0, B2, B1
    andc \t1, B3, B2
    andc \t2, B4, B3
    xor \t0, \t0, B0
    xor \t1, \t1, B1
    xor \t2, \t2, B2
    andc \t3, B0, B4
    andc \t4, B1, B0
    xor \t3, \t3, B3
    xor \t4, \t4, B4
.endm
.macro PUT to, h, x, y, t
    stw \t, \to + 100 * \h + 4 * \x + 20 * \y(1)
    .if \y
    xor C + 5 * \h + \x, C + 5 * \h + \x, \t
    .endif
.endm

/* Half h of row y, of lanes that rho rotates by n0 to n4; i is the round */
.macro ROW to, from, i, h, y, n0, n1, n2, n3, n4
    FETCH \from, \h, 0, \y, \n0
    FETCH \from, \h, 1, \y, \n1
    FETCH \from, \h, 2, \y, \n2
    FETCH \from, \h, 3, \y, \n3
    FETCH \from, \h, 4, \y, \n4
    ADD \h, 0, \y, \n0
    ADD \h, 1, \y, \n1
    ADD \h, 2, \y, \n2
    ADD \h, 3, \y, \n3
    ADD \h, 4, \y, \n4
    ROTATE \h, 0, \n0
    ROTATE \h, 1, \n1
    ROTATE \h, 2, \n2
    ROTATE \h, 3, \n3
    ROTATE \h, 4, \n4
    .if \y
    CHI T0, T1, T2, B2, B1
    PUT \to, \h, 0, \y, T0
    PUT \to, \h, 1, \y, T1
    PUT \to, \h, 2, \y, T2
    PUT \to, \h, 3, \y, B2
    PUT \to, \h, 4, \y, B1
    .else /* the sums begin */
    lwz T0, 8 * \i + 4 * \h(CONSTANT)
    CHI C+5*\h, C+5*\h+1, C+5*\h+2, C+5*\h+3, C+5*\h+4
    xor C + 5 * \h, C + 5 * \h, T0
    .irp x, 0, 1, 2, 3, 4
    PUT \to, \h, \x, \y, C+5*\h+\x
    .endr
    .endif
.endm

.macro HALF_ROUND to, from, i, h
    ROW \to, \from, \i, \h, 0, 0, 44, 43, 21, 14
    ROW \to, \from, \i, \h, 1, 28, 20, 3, 45, 61
    ROW \to, \from, \i, \h, 2, 1, 6, 25, 8, 18
    ROW \to, \from, \i, \h, 3, 27, 36, 10, 15, 56
    ROW \to, \from, \i, \h, 4, 62, 55, 39, 41, 2
.endm

.macro ROUND to, from, i
    THETA
    HALF_ROUND \to, \from, \i, 0
    HALF_ROUND \to, \from, \i, 1
.endm

.macro MASK m, word
    lis \m, \word
    ori \m, \m, \word
.endm
.macro MASKS
    MASK M4, 0x0f0f
    MASK M2, 0x3333
    MASK M1, 0x5555
.endm

/*
 * The number of a bit has six digits, the first of which says the word. To
 * separate even from odd bits and back turns them around, by exchanges of that
 * first digit with each other one: of bits under a mask in W1 with those of W0
 * n places higher. Of whole bytes, rlwimi does two at once.
 */
.macro EXCHANGE n, mask
    srwi T, W0, \n
    xor T, T, W1
    and T, T, \mask
    xor W1, W1, T
    slwi T, T, \n
    xor W0, W0, T
.endm

/* Lane i of the block */
.macro ABSORB i
    li INDEX, 8 * \i
    lwbrx W0, INDEX, FROM
    lwbrx W1, INDEX, FROM4
    /* 3 2 1 0 and 7 6 5 4 to 6 4 2 0 and 7 5 3 1 */
    mr T, W0
    rlwimi W0, W0, 24, 16, 23
    rlwimi W0, W1, 16, 8, 15
    rlwimi W0, W1, 8, 0, 7
    rlwimi W1, W1, 8, 8, 15
    rlwimi W1, T, 16, 16, 23
    rlwimi W1, T, 24, 24, 31
    EXCHANGE 4, M4
    EXCHANGE 2, M2
    EXCHANGE 1, M1
    lwz T, A + 4 * \i(1)
    lwz INDEX, A + 100 + 4 * \i(1)
    xor C + \i % 5, C + \i % 5, W0
    xor C + 5 + \i % 5, C + 5 + \i % 5, W1
    xor T, T, W0
    xor INDEX, INDEX, W1
    stw T, A + 4 * \i(1)
    stw INDEX, A + 100 + 4 * \i(1)
.endm

.macro SQUEEZE i
    li INDEX, 8 * \i
    lwz W0, A + 4 * \i(1)
    lwz W1, A + 100 + 4 * \i(1)
    EXCHANGE 1, M1
    EXCHANGE 2, M2
    EXCHANGE 4, M4
    /* 6 4 2 0 and 7 5 3 1 to 3 2 1 0 and 7 6 5 4 */
    mr T, W0
    rlwimi T, W0, 8, 8, 15
    rlwimi T, W1, 8, 16, 23
    rlwimi T, W1, 16, 0, 7
    rlwimi W1, W1, 24, 16, 23
    rlwimi W1, W0, 24, 8, 15
    rlwimi W1, W0, 16, 24, 31
    stwbrx T, INDEX, FROM
    stwbrx W1, INDEX, FROM4
.endm

    FUNCTION CRYPTO_NAMESPACE(keccak), 4
    mflr 0
    .cfi_remember_state
    stwu 1, -FRAME(1)
    .cfi_adjust_cfa_offset FRAME
    stw 0, FRAME + 4(1)
    stmw 14, SAVED(1)
    .cfi_rel_offset lr, FRAME + 4
    SAVED_AT SAVED, 4, R14_TO_R31
    stw 3, OUT(1)
    stw 4, IN(1)
    stw 5, BLOCKS(1)
    stw 6, BLOCKS + 4(1)
    stw 7, LAST(1)

    /* no sums, and the state zero */
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
    li C + \i, 0
    .endr
    li 0, 50
    mtctr 0
    addi T, 1, A - 4
.Lzero:
    stwu C, 4(T)
    bdnz .Lzero

.Lblock:
    lwz T0, BLOCKS(1)
    lwz T1, BLOCKS + 4(1)
    lwz FROM, IN(1)
    or. T0, T0, T1
    bne .Lbegin
    lwz FROM, LAST(1)
.Lbegin:
    addi FROM4, FROM, 4
    MASKS
    .irp i, EVERY_LANE
    .if 8 * \i < RATE
    ABSORB \i
    .endif
    .endr
.Lpermute:
    li 0, ROUNDS / 2
    mtctr 0
    bcl 20, 31, .Lhere
.Lhere:
    mflr CONSTANT
    addis CONSTANT, CONSTANT, .Lfirst - .Lhere@ha
    addi CONSTANT, CONSTANT, .Lfirst - .Lhere@l

/* The ten C now hold the sums of the columns of A; but for CONSTANT, all other
 * registers are free. */
    .p2align 4
.Lrounds:
    ROUND E, A, 0
    ROUND A, E, 1
    addi CONSTANT, CONSTANT, 16
    bdnz .Lrounds

    lwz T0, BLOCKS(1)
    lwz T1, BLOCKS + 4(1)
    lwz FROM, IN(1)
    addic T1, T1, -1
    addme. T0, T0
    addi FROM, FROM, RATE
    stw T0, BLOCKS(1)
    stw T1, BLOCKS + 4(1)
    stw FROM, IN(1)
    bge .Lblock

    lwz FROM, OUT(1)
    addi FROM4, FROM, 4
    MASKS
    .irp i, EVERY_LANE
    .if \i < OUT_LANES
    SQUEEZE \i
    .endif
    .endr
#if SQUEEZES > 1
    addi FROM, FROM, RATE
    lwz T1, BLOCKS + 4(1)
    stw FROM, OUT(1)
    cmpwi T1, -SQUEEZES
    bne .Lpermute
#endif
    lwz 0, FRAME + 4(1)
    lmw 14, SAVED(1)
    mtlr 0
    addi 1, 1, FRAME
    .cfi_restore_state
    blr
    END_OF CRYPTO_NAMESPACE(keccak)

    .section .rodata
    .p2align 2
/* For iota: even bits, odd bits */
.Lconstants:
    .long INTERLEAVED_CONSTANTS(PAIR)

    .set .Lfirst, .Lconstants + 8 * (24 - ROUNDS)
