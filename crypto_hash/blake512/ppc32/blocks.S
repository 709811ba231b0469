/* SPDX-License-Identifier: CC0-1.0 */
/* The compression function of BLAKE-512 on count > 0 blocks of 128 bytes, for
 * 32-bit PowerPC.
 *
 *   void blocks(uint64_t h[8], const unsigned char *in,
 *               unsigned long long count, unsigned long long bytes);
 *
 * On entry: r3 = h, r4 = in, of any alignment, which lwz takes; r5 and r6 =
 * count (its high word is 0: memory has no 2^32 blocks); r7 and r8 = bytes of
 * the message up to the end of the first block.
 *
 * The idea: three rows of the state stay in 24 registers. Row c is on the
 * stack, for a G needs one word of it; with the Gs in the order 0, 1, 3, 2, 4,
 * 5, 7, 6, each of 2, 4, 6 and 0 finds the word that the G before it has left.
 * Of the first six rounds each message word xor constant is kept, as the last
 * six have the same.
 * Floor: a G is 44 instructions, 48 in the first six rounds, 36 in the last; a
 * round has 24 for row c: 45.5 instructions a byte. */

#include "asm.h"
#include "blocks.h"

#define blocks CRYPTO_NAMESPACE(blocks)

#define t   0                   /* free */
#define u   3
#define in  4
#define c   5                   /* a word of row c; low half next to it */

/* The other rows: words of two registers, the low half next to the high one. */
    .set a0, 14
    .set a1, 16
    .set a2, 18
    .set a3, 20
    .set b0, 22
    .set b1, 24
    .set b2, 26
    .set b3, 28
    .set d0, 7
    .set d1, 9
    .set d2, 11
    .set d3, 30

/* The stack above the back chain and a callee's word for its link register:
 *   CHAIN  the chain value
 *   C      row c
 *   BYTES  the last argument
 *   H      where the chain value goes
 *   KEPT   message words xor constants
 *   SAVED  the caller's r14 to r31 */
#define CHAIN 8
#define C     72
#define BYTES 104
#define H     112
#define KEPT  120
#define SAVED 888
#define FRAME 960

/* the digits of pi, as not every assembler shifts numbers of 64 bits */
.macro digit i, high, low
    .set high\i, \high
    .set low\i, \low
.endm
    digit 0, 0x243f6a88, 0x85a308d3
    digit 1, 0x13198a2e, 0x03707344
    digit 2, 0xa4093822, 0x299f31d0
    digit 3, 0x082efa98, 0xec4e6c89
    digit 4, 0x452821e6, 0x38d01377
    digit 5, 0xbe5466cf, 0x34e90c6c
    digit 6, 0xc0ac29b7, 0xc97c50dd
    digit 7, 0x3f84d5b5, 0xb5470917
    digit 8, 0x9216d5d9, 0x8979fb1b
    digit 9, 0xd1310ba6, 0x98dfb5ac
    digit 10, 0x2ffd72db, 0xd01adfb7
    digit 11, 0xb8e1afed, 0x6a267e96
    digit 12, 0xba7c9045, 0xf12c7f99
    digit 13, 0x24a19947, 0xb3916cf7
    digit 14, 0x0801f2e2, 0x858efc16
    digit 15, 0x636920d8, 0x71574e69

/* w = pi[i] */
.macro pi w, i
    lis \w, high\i >> 16
    ori \w, \w, high\i & 0xffff
    lis \w + 1, low\i >> 16
    ori \w + 1, \w + 1, low\i & 0xffff
.endm

/* u = the high (half = 0) or low (4) half of m[i] ^ pi[j], digits being of that
 * half too; keep and take have its place among those that are kept. */
.macro make half, digits, i, j, at
    lwz u, 8 * \i + \half(in)
    xoris u, u, \digits\j >> 16
    xori u, u, \digits\j & 0xffff
.endm

.macro keep half, digits, i, j, at
    make \half, \digits, \i, \j
    stw u, KEPT + 8 * \at + \half(1)
.endm

.macro take half, digits, i, j, at
    lwz u, KEPT + 8 * \at + \half(1)
.endm

/* a += m[i] ^ pi[j], a += b */
.macro add_to_a a, b, how, i, j, at
    \how 4, low, \i, \j, \at
    addc \a + 1, \a + 1, u
    \how 0, high, \i, \j, \at
    adde \a, \a, u
    addc \a + 1, \a + 1, \b + 1
    adde \a, \a, \b
.endm

/* b = (b ^ c) >>> n */
.macro turn_b b, n
    xor u, \b + 1, c + 1
    xor \b, \b, c
    rotrwi \b + 1, \b, \n
    rlwimi \b + 1, u, 32 - \n, \n, 31
    srwi \b, \b, \n
    rlwimi \b, u, 32 - \n, 0, \n - 1
.endm

/* G on a, b, c and d; at is the first of two places. After the first half t is
 * the high half of d: R1 exchanges the halves. */
.macro g a, b, d, how, i, j, at
    add_to_a \a, \b, \how, \i, \j, \at
    xor t, \d + 1, \a + 1
    xor \d + 1, \d, \a
    addc c + 1, c + 1, \d + 1
    adde c, c, t
    turn_b \b, R2
    add_to_a \a, \b, \how, \j, \i, (\at+1)
    xor u, \d + 1, \a + 1
    xor t, t, \a
    rotrwi \d + 1, t, R3
    rlwimi \d + 1, u, 32 - R3, R3, 31
    rotrwi \d, u, R3
    rlwimi \d, t, 32 - R3, R3, 31
    addc c + 1, c + 1, \d + 1
    adde c, c, \d
    turn_b \b, R4
.endm

/* from word i of row c to word j */
.macro other i, j
    stw c, C + 8 * \i(1)
    stw c + 1, C + 8 * \i + 4(1)
    lwz c, C + 8 * \j(1)
    lwz c + 1, C + 8 * \j + 4(1)
.endm

/* c is word 0 before and after; at is the round's first place. */
.macro round how, at, s0, s1, s2, s3, s4, s5, s6, s7, \
        s8, s9, sa, sb, sc, sd, se, sf
    g a0, b0, d0, \how, \s0, \s1, \at
    other 0, 1
    g a1, b1, d1, \how, \s2, \s3, (\at+2)
    other 1, 3
    g a3, b3, d3, \how, \s6, \s7, (\at+6)
    other 3, 2
    g a2, b2, d2, \how, \s4, \s5, (\at+4)
    g a0, b1, d3, \how, \s8, \s9, (\at+8)
    other 2, 3
    g a1, b2, d0, \how, \sa, \sb, (\at+10)
    other 3, 1
    g a3, b0, d2, \how, \se, \sf, (\at+14)
    other 1, 0
    g a2, b3, d1, \how, \sc, \sd, (\at+12)
.endm

#define KEEP(r, ...) round keep, (16*r), __VA_ARGS__;
#define MAKE(r, ...) round make, (16*r), __VA_ARGS__;
#define TAKE(r, ...) round take, (16*r), __VA_ARGS__;

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
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    lwz a0 + \i, 4 * \i(3)
    stw a0 + \i, CHAIN + 4 * \i(1)
    .endr

/* registers now hold: rows a and b, in; ctr counts the blocks */
1:
    .irp i, 3, 2, 1, 0
    pi c, \i
    stw c, C + 8 * \i(1)
    stw c + 1, C + 8 * \i + 4(1)
    .endr
    pi d0, 4
    pi d1, 5
    pi d2, 6
    pi d3, 7

    /* the bits so far, of which t1 has the highest three */
    lwz u, BYTES(1)
    srwi t, u, 29
    xor d2 + 1, d2 + 1, t
    xor d3 + 1, d3 + 1, t
    lwz t, BYTES + 4(1)
    slwi u, u, 3
    rlwimi u, t, 3, 29, 31
    xor d0, d0, u
    xor d1, d1, u
    slwi u, t, 3
    xor d0 + 1, d0 + 1, u
    xor d1 + 1, d1 + 1, u
    lwz u, BYTES(1)
    addic t, t, 128
    addze u, u
    stw t, BYTES + 4(1)
    stw u, BYTES(1)

/* registers now hold: all rows, of c word 0, and in */
    SIGMA_0_TO_3(KEEP)
    SIGMA_4_TO_5(KEEP)
    SIGMA_6_TO_9(MAKE)
    SIGMA_AGAIN(TAKE)

    stw c, C(1)
    stw c + 1, C + 4(1)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    lwz t, CHAIN + 4 * \i(1)
    lwz u, C + 4 * \i(1)
    xor a0 + \i, a0 + \i, t
    xor a0 + \i, a0 + \i, u
    stw a0 + \i, CHAIN + 4 * \i(1)
    .endr
    .irp i, 0, 1, 2, 3, 4, 5
    xor b0 + \i, b0 + \i, d0 + \i
    .endr
    xor b3, b3, d3
    xor b3 + 1, b3 + 1, d3 + 1
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    lwz t, CHAIN + 32 + 4 * \i(1)
    xor b0 + \i, b0 + \i, t
    stw b0 + \i, CHAIN + 32 + 4 * \i(1)
    .endr
    addi in, in, 128
    bdnz 1b

    lwz 3, H(1)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    stw a0 + \i, 4 * \i(3)
    .endr
    lmw 14, SAVED(1)
    addi 1, 1, FRAME
    .cfi_restore_state
    blr
    END_OF blocks
