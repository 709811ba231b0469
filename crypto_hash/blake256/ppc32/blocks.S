/* SPDX-License-Identifier: CC0-1.0 */
/* The compression function of BLAKE-256 on count > 0 blocks of 64 bytes, for
 * 32-bit PowerPC.
 *
 *   void blocks(uint32_t h[8], const unsigned char *in,
 *               unsigned long long count, unsigned long long bytes);
 *
 * On entry: r3 = h, r4 = in, of any alignment, which lwz takes; r5 and r6 =
 * count (its high word is 0: memory has no 2^32 blocks); r7 and r8 = bytes of
 * the message up to the end of the first block.
 *
 * The idea: the state stays in 16 registers, eleven of the sixteen digits of pi
 * in others. The message is read where it lies; it has the byte order of the
 * machine. Gs go four abreast, so that none waits for another.
 * Floor: half a G is 9 instructions, one more where the digit is two immediate
 * operands: 14 rounds of 149: 32.6 instructions a byte. */

#include "asm.h"
#include "blocks.h"

#define blocks CRYPTO_NAMESPACE(blocks)

#define x  0                    /* free */
#define in 4
#define v  16                   /* v0 to v15 */

/* digits of pi in registers */
#define DIGITS 11
    .set k0, 3
    .set k1, 5
    .set k2, 6
    .set k3, 7
    .set k4, 8
    .set k5, 9
    .set k6, 10
    .set k7, 11
    .set k8, 12
    .set k9, 14
    .set k10, 15

#define SET(i) .set pi##i, PI##i;
    SET(0) SET(1) SET(2) SET(3) SET(4) SET(5) SET(6) SET(7)
    SET(8) SET(9) SET(10) SET(11) SET(12) SET(13) SET(14) SET(15)

/* The stack above the back chain and a callee's word for its link register:
 *   CHAIN  the chain value
 *   BYTES  the last argument
 *   H      where the chain value goes
 *   SAVED  the caller's r14 to r31 */
#define CHAIN 8
#define BYTES 40
#define H     48
#define SAVED 56
#define FRAME 128

/* a += m[i] ^ pi[j] */
.macro message a, i, j
    lwz x, 4 * \i(in)
    .if \j < DIGITS
    xor x, x, k\j
    .else
    xoris x, x, pi\j >> 16
    xori x, x, pi\j & 0xffff
    .endif
    add v + \a, v + \a, x
.endm

/* half of four Gs, on the columns (turn = 0) or the diagonals (turn = 1) */
.macro half_g turn, r, s, i0, j0, i1, j1, i2, j2, i3, j3
    message 0, \i0, \j0
    message 1, \i1, \j1
    message 2, \i2, \j2
    message 3, \i3, \j3
    .irp i, 0, 1, 2, 3
    add v + \i, v + \i, v + 4 + (\i + \turn) % 4
    .endr
    .irp i, 0, 1, 2, 3
    xor v + 12 + (\i + 3 * \turn) % 4, \
        v + 12 + (\i + 3 * \turn) % 4, v + \i
    .endr
    .irp i, 12, 13, 14, 15
    rotrwi v + \i, v + \i, \r
    .endr
    .irp i, 0, 1, 2, 3
    add v + 8 + (\i + 2 * \turn) % 4, v + 8 + (\i + 2 * \turn) % 4, \
        v + 12 + (\i + 3 * \turn) % 4
    .endr
    .irp i, 0, 1, 2, 3
    xor v + 4 + (\i + \turn) % 4, v + 4 + (\i + \turn) % 4, \
        v + 8 + (\i + 2 * \turn) % 4
    .endr
    .irp i, 4, 5, 6, 7
    rotrwi v + \i, v + \i, \s
    .endr
.endm

#define ROUND(r, s0, s1, s2, s3, s4, s5, s6, s7, \
    s8, s9, sa, sb, sc, sd, se, sf) \
    half_g 0, R1, R2, s0, s1, s2, s3, s4, s5, s6, s7; \
    half_g 0, R3, R4, s1, s0, s3, s2, s5, s4, s7, s6; \
    half_g 1, R1, R2, s8, s9, sa, sb, sc, sd, se, sf; \
    half_g 1, R3, R4, s9, s8, sb, sa, sd, sc, sf, se;

    FUNCTION blocks, 5
    stwu 1, -FRAME(1)
    .cfi_remember_state
    .cfi_adjust_cfa_offset FRAME
    stmw 14, SAVED(1)
    SAVED_AT SAVED, 4, R14_TO_R31
    mtctr 6
    stw 3, H(1)
    stw 7, BYTES(1)
    stw 8, BYTES + 4(1)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    lwz v + \i, 4 * \i(3)
    stw v + \i, CHAIN + 4 * \i(1)
    .endr
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    lis k\i, pi\i >> 16
    ori k\i, k\i, pi\i & 0xffff
    .endr

/* registers now hold: v0 to v7, in, k0 to k10; ctr counts the blocks */
1:
    lwz v + 14, BYTES(1)
    lwz v + 12, BYTES + 4(1)
    slwi x, v + 12, 3
    slwi v + 15, v + 14, 3
    rlwimi v + 15, v + 12, 3, 29, 31
    addic v + 13, v + 12, 64
    addze v + 14, v + 14
    stw v + 13, BYTES + 4(1)
    stw v + 14, BYTES(1)
    xor v + 12, x, k4
    xor v + 13, x, k5
    xor v + 14, v + 15, k6
    xor v + 15, v + 15, k7
    .irp i, 0, 1, 2, 3
    mr v + 8 + \i, k\i
    .endr

    SIGMA(ROUND)
    SIGMA_AGAIN(ROUND)

    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    lwz x, CHAIN + 4 * \i(1)
    xor v + \i, v + \i, v + 8 + \i
    xor v + \i, v + \i, x
    stw v + \i, CHAIN + 4 * \i(1)
    .endr
    addi in, in, 64
    bdnz 1b

    lwz 3, H(1)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    stw v + \i, 4 * \i(3)
    .endr
    lmw 14, SAVED(1)
    addi 1, 1, FRAME
    .cfi_restore_state
    blr
    END_OF blocks
