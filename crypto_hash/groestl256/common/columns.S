/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl-256 from the first block to the digest:
 *     h = P(h + m) + Q(m) + h for each block m, out = P(h) + h.
 *
 *     void digest(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
 *                 uint64_t whole, const __m512i *last, size_t rest);
 *
 * rdi out, rsi in, rdx whole, rcx last, r8 rest; nothing need be aligned. No
 * stack, no register that a call keeps.
 *
 * A register holds eight columns of P or of Q as they lie in memory. MixBytes
 * is done by vgf2p8affineqb with the state as its matrices and a constant as
 * its bytes, which gives C X^T for each column X, a matrix of 8 rows of bits.
 * Done twice it gives M X L^T: M adds rows, L is a linear map of the bytes, say
 * a product. MixBytes' 02 02 03 04 05 03 05 07 are sums of 1, 2 and 5, so it is
 *     M02 s + 2 M1 s + 5 M2 s
 * and M02 adds just rows r, r+1 and r+3, when its result is row r+2. So row
 * r is byte r + 2 between two rounds, and vpermb, which is ShiftBytes, makes
 * that good. A round of a register is
 *     x = ShiftBytes(state)               vpermb
 *     s = SubBytes(x)                     affineinv
 *     2 M1 s, 5 M2 s                      two affine each
 *     u = s + s turned by 1 and 3 rows    two rotations, a ternary sum
 *     state = 2 M1 s + 5 M2 s + (u + constant)
 *
 * Floor: a Redwood Cove has two ports for 512 bits: one does GFNI, shifts and
 * rotations, the other shuffles, and either sums. A product takes 3 cycles
 * when another product reads it, and 5 when anything else does; a sum of an
 * old product and a new sum is late by two cycles, too. So products go in
 * chains, and what is added at the end comes from rotations. Grøstl-256: 11
 * operations in each of P and Q, 11 cycles a round, but one after the other
 * they take 3 + 3 + 3 + 3 + 1 + 3 = 16, 160 for the rounds of a block.
 * block.S has the operations in an order that a search found, see
 * generate.py; the last P of a message has that of the formulas.
 */

#include "asm.h"
#include "api.h"
#include "columns.inc"

#define BITS    (8 * CRYPTO_BYTES)

/* s = 2 M1 s + 5 M2 s + M02 s + constant, s = SubBytes(s) before that */
.macro mix s, f, g, t, v, at
    vgf2p8affineinvqb \s, \s, sbox, 0x63
    vgf2p8affineqb \t, two, \s, 0
    vgf2p8affineqb \v, five, \s, 0
    vpshufb \f, \s, row1
    vprorq \g, \s, 24
    vgf2p8affineqb \t, m1, \t, 0
    vgf2p8affineqb \v, m2, \v, 0
    vpternlogq \s, \f, \g, 0x96
    .ifnb \at
    vpxorq \s, \s, [table + \at]
    .endif
    vpternlogq \s, \t, \v, 0x96
.endm

/* A round of P on zmm4 */
.macro round_p at
    vpermb zmm4, shift_p, zmm4
    mix zmm4, zmm6, zmm7, zmm8, zmm9, \at
.endm

    FUNCTION digest, 6
    lea table, [rip + .Lconstants]
    vpbroadcastq sbox, [rip + .Lmatrices]
    vpbroadcastq two, [rip + .Lmatrices + 8]
    vpbroadcastq five, [rip + .Lmatrices + 16]
    vpbroadcastq m1, [rip + .Lmatrices + 24]
    vpbroadcastq m2, [rip + .Lmatrices + 32]
    vmovdqa64 shift_p, [rip + .Lshift_p]
    vmovdqa64 shift_q, [rip + .Lshift_q]
    vbroadcasti32x4 row1, [rip + .Lrows]
    vbroadcasti32x4 row3, [rip + .Lrows + 16]
    vmovdqa64 zmm0, [rip + .Linitial]
    vpxor xmm1, xmm1, xmm1
    test blocks, blocks
    jz 1f
    call permute_blocks
1:
    mov in, last
    mov blocks, rest
    call permute_blocks

    /* out = P(h) + h */
    vpxorq zmm0, zmm0, zmm1
    vmovdqa64 zmm4, zmm0
    .set next, 128
    .rept ROUNDS - 1
    round_p next
    .set next, next + 128
    .endr
    round_p
    vpternlogq zmm0, zmm4, [table], 0x96
    vprorq zmm0, zmm0, 16
    valignd zmm1, zmm0, zmm0, 16 - CRYPTO_BYTES / 4
#if CRYPTO_BYTES < 32
    vmovdqu [out], xmm1
    vextracti32x4 [out + CRYPTO_BYTES - 16], zmm0, 3
#else
    vmovdqu [out], ymm1
    vextracti64x4 [out + CRYPTO_BYTES - 32], zmm0, 1
#endif
    vzeroupper
    ret
    END_OF digest

    .section .rodata, "a", @progbits
    .p2align 6
    /* A round's constants, of P and of Q */
.Lconstants:
    .set round, 0
    .rept ROUNDS
    .set column, 0
    .rept COLUMNS
    .quad (16 * column ^ round) << 16
    .set column, column + 1
    .endr
    .set column, 0
    .rept COLUMNS
    .quad -1 ^ (16 * column ^ round) << 8
    .set column, column + 1
    .endr
    .set round, round + 1
    .endr

    /* P's constants of round 0 and the initial value, the number of bits */
.Linitial:
    .set column, 0
    .rept COLUMNS - 1
    .quad 16 * column << 16
    .set column, column + 1
    .endr
    .quad 16 * column << 16 ^ BITS / 256 ^ BITS % 256 * 256

/* Where bytes of ShiftBytes come from, row 0 first: row r is byte r + 2 */
.macro shifted s0, s1, s2, s3, s4, s5, s6, s7
    .set column, 0
    .rept 8
    .byte (column + \s0) % 8 * 8 + 2, (column + \s1) % 8 * 8 + 3
    .byte (column + \s2) % 8 * 8 + 4, (column + \s3) % 8 * 8 + 5
    .byte (column + \s4) % 8 * 8 + 6, (column + \s5) % 8 * 8 + 7
    .byte (column + \s6) % 8 * 8, (column + \s7) % 8 * 8 + 1
    .set column, column + 1
    .endr
.endm
.Lshift_p:
    shifted SHIFTS_P
.Lshift_q:
    shifted SHIFTS_Q

    /* SubBytes' affine map; the products by 2 and 5; M1, M2 */
.Lmatrices:
    .quad 0xf1e3c78f1f3e7cf8
    .quad 0x8081028488102040, 0x41c2854ad4a850a0
    .quad 0x2f5ebc79f2e5cb97, 0xd8b163c68d1b366c
    /* A column turned by one row, and by three */
    .p2align 4
.Lrows:
    .byte 1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8
    .byte 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10
