/* SPDX-License-Identifier: CC0-1.0 */
/* F_8 of JH, bit-sliced, for 32-bit PowerPC.
 *
 *   void blocks(jh_state *h, const unsigned char *in, size_t n,
 *               const unsigned char *constants);
 *
 *   for each of n > 0 blocks of 64 bytes: h = F_8(h, block)
 *
 * On entry: r3 = h, r4 = in, r5 = n, r6 = constants: for each round 16 bytes
 * for the even words and 16 for the odd ones. h and constants have the
 * alignment of a word, in may have any: lwz takes it.
 *
 * The idea: a word of JH is four words here, its lanes. The swap of distance 32
 * is one of lanes 0 and 1 and of 2 and 3, that of distance 64 one of the pairs;
 * so each pair has its seven rounds for itself. The even words stay in sixteen
 * registers, the odd ones of a pair in eight more, and those of the other pair
 * on the stack. Which lane they are of is but a name.
 * Floor: in a round of a lane 19 operations for each S-box, 2 loads of
 * constants, 10 for L; for the swaps of distance 1 to 16 of a word 5, 5, 5, 3
 * and 1; and for 7 rounds 16 loads and stores of odd words: 161.3 instructions
 * a byte. */

#include "asm.h"

#define blocks CRYPTO_NAMESPACE(blocks)

#define t  0                    /* free */
#define u  3
#define k  4                    /* constants of seven rounds */
#define m1 5                    /* masks */
#define m2 6

/* word 2i of lane l is ail; that of word 2i + 1 is bil, l = 0 or 1 */
    .set a00, 7
    .set a01, 8
    .set a02, 9
    .set a03, 10
    .set a10, 11
    .set a11, 12
    .set a12, 14
    .set a13, 15
    .set a20, 16
    .set a21, 17
    .set a22, 18
    .set a23, 19
    .set a30, 20
    .set a31, 21
    .set a32, 22
    .set a33, 23
    .set b00, 24
    .set b01, 25
    .set b10, 26
    .set b11, 27
    .set b20, 28
    .set b21, 29
    .set b30, 30
    .set b31, 31

/* The stack above the back chain and a callee's word for its link register:
 *   H to CONSTANTS  the arguments
 *   OTHER           the odd words of the other pair, two lanes a word
 *   SAVED           the caller's r14 to r31 */
#define H         8
#define IN        12
#define N         16
#define CONSTANTS 20
#define OTHER     24
#define SAVED     56
#define FRAME     128

/* S_0 where the bit of the constant is 0, S_1 where it is 1 */
.macro sbox a, b, c, d, constant
    lwz u, \constant(k)
    andc t, u, \c
    xor \a, \a, t
    and t, \a, \b
    xor t, t, u
    andc u, \c, \d
    xor \a, \a, u
    andc u, \c, \b
    xor \d, \d, u /* to be complemented */
    and u, \a, \c
    xor \b, \b, u
    and u, \a, \d
    xor \c, \c, u
    orc u, \b, \d
    xor \a, \a, u
    and u, \b, \c
    eqv \d, \d, u
    and u, t, \a
    xor \b, \b, u
    xor \c, \c, t
.endm

/* L */
.macro mix a0, a1, a2, a3, b0, b1, b2, b3
    xor \b0, \b0, \a1
    xor \b1, \b1, \a2
    xor \b2, \b2, \a0
    xor \b3, \b3, \a0
    xor \b2, \b2, \a3
    xor \a0, \a0, \b1
    xor \a1, \a1, \b2
    xor \a2, \a2, \b0
    xor \a3, \a3, \b0
    xor \a2, \a2, \b3
.endm

/* L, and what is done with the odd words, each from a register that is free
 * thereafter to its own; o is their lane. */
.macro mix_and how, a0, a1, a2, a3, b0, b1, b2, b3, o
    xor t, \b2, \a0
    xor u, \b0, \a1
    xor t, t, \a3
    xor \b2, \b3, \a0 /* that is b3 */
    xor \b0, \b1, \a2 /* and b1 */
    xor \a1, \a1, t
    xor \a2, \a2, u
    xor \a3, \a3, u
    xor \a0, \a0, \b0
    xor \a2, \a2, \b2
    \how \b3, \b2, 3, \o
    \how \b1, \b0, 1, \o
    \how \b2, t, 2, \o
    \how \b0, u, 0, \o
.endm

/* y = x with the bits i and i ^ d exchanged, d in the name */
.macro swap_bits y, x, d, m
    srwi \y, \x, \d
    and \x, \x, \m
    and \y, \y, \m
    slwi \x, \x, \d
    or \y, \y, \x
.endm

.macro swap_1 y, x, i, o
    swap_bits \y, \x, 1, m1
.endm

.macro swap_2 y, x, i, o
    swap_bits \y, \x, 2, m2
.endm

.macro swap_4 y, x, i, o
    rotlwi \y, \x, 4
    rlwimi \y, \x, 28, 4, 7
    rlwimi \y, \x, 28, 12, 15
    rlwimi \y, \x, 28, 20, 23
    rlwimi \y, \x, 28, 28, 31
.endm

.macro swap_8 y, x, i, o
    rotlwi \y, \x, 8
    rlwimi \y, \x, 24, 8, 15
    rlwimi \y, \x, 24, 24, 31
.endm

.macro swap_16 y, x, i, o
    rotlwi \y, \x, 16
.endm

/* x to the other pair, y from it */
.macro exchange y, x, i, o
    lwz \y, OTHER + 8 * \i + 4 * \o(1)
    stw \x, OTHER + 8 * \i + 4 * \o(1)
.endm

.macro sboxes r, l, o
    sbox a0\l, a1\l, a2\l, a3\l, 32 * \r + 4 * \l
    sbox b0\o, b1\o, b2\o, b3\o, 32 * \r + 4 * \l + 16
.endm

/* of lane l, whose odd words are bio */
.macro round r, l, o
    sboxes \r, \l, \o
    mix a0\l, a1\l, a2\l, a3\l, b0\o, b1\o, b2\o, b3\o
.endm

.macro round_and how, r, l, o, to
    sboxes \r, \l, \o
    mix_and \how, a0\l, a1\l, a2\l, a3\l, b0\o, b1\o, b2\o, b3\o, \to
.endm

/* of the lanes l and m, whose odd words are bip and biq: before the swap of
 * distance 32, which exchanges just these names */
.macro six_rounds l, p, m, q
    round_and swap_1, 0, \l, \p
    round_and swap_1, 0, \m, \q
    round_and swap_2, 1, \l, \p
    round_and swap_2, 1, \m, \q
    round_and swap_4, 2, \l, \p
    round_and swap_4, 2, \m, \q
    round_and swap_8, 3, \l, \p
    round_and swap_8, 3, \m, \q
    round_and swap_16, 4, \l, \p
    round_and swap_16, 4, \m, \q
    round 5, \l, \p
    round 5, \m, \q
.endm

/* The block into words 0 to 3 or 4 to 7, of which two are ai and aj */
.macro message i, j
    lwz k, IN(1)
    .irp l, 0, 1, 2, 3
    lwz t, 4 * \l(k)
    lwz u, 32 + 4 * \l(k)
    xor a\i\l, a\i\l, t
    xor a\j\l, a\j\l, u
    .endr
    .irp l, 0, 1
    lwz t, 16 + 4 * \l(k)
    lwz u, 48 + 4 * \l(k)
    xor b\i\l, b\i\l, t
    xor b\j\l, b\j\l, u
    lwz t, OTHER + 8 * \i + 4 * \l(1)
    lwz u, 24 + 4 * \l(k)
    xor t, t, u
    stw t, OTHER + 8 * \i + 4 * \l(1)
    lwz t, OTHER + 8 * \j + 4 * \l(1)
    lwz u, 56 + 4 * \l(k)
    xor t, t, u
    stw t, OTHER + 8 * \j + 4 * \l(1)
    .endr
.endm

    FUNCTION blocks, 5
    stwu 1, -FRAME(1)
    .cfi_remember_state
    .cfi_adjust_cfa_offset FRAME
    stmw 14, SAVED(1)
    SAVED_AT SAVED, 4, R14_TO_R31
    stw 3, H(1)
    stw 4, IN(1)
    stw 5, N(1)
    stw 6, CONSTANTS(1)
    .irp i, 0, 1, 2, 3
    lwz a\i\()0, 32 * \i(3)
    lwz a\i\()1, 32 * \i + 4(3)
    lwz a\i\()2, 32 * \i + 8(3)
    lwz a\i\()3, 32 * \i + 12(3)
    lwz b\i\()0, 32 * \i + 16(3)
    lwz b\i\()1, 32 * \i + 20(3)
    lwz 5, 32 * \i + 24(3)
    lwz 6, 32 * \i + 28(3)
    stw 5, OTHER + 8 * \i(1)
    stw 6, OTHER + 8 * \i + 4(1)
    .endr
    lis m1, 0x5555
    ori m1, m1, 0x5555
    lis m2, 0x3333
    ori m2, m2, 0x3333

1:
    message 0, 1
    lwz k, CONSTANTS(1)
    li u, 6
    mtctr u

/* registers now hold: all even words, the odd words of lanes 0 and 1, k, m1 and
 * m2; ctr counts the times seven rounds */
2:
    six_rounds 0, 0, 1, 1
    round_and exchange, 6, 0, 1, 0
    round_and exchange, 6, 1, 0, 1
/* lane 2 now has the names of lane 1, lane 3 those of lane 0 */
    six_rounds 2, 1, 3, 0
    round 6, 2, 0
    round 6, 3, 1
    addi k, k, 224
    bdnz 2b

    message 2, 3
    lwz u, N(1)
    addi k, k, 64
    stw k, IN(1)
    addic. u, u, -1
    stw u, N(1)
    bne 1b

    lwz 3, H(1)
    .irp i, 0, 1, 2, 3
    stw a\i\()0, 32 * \i(3)
    stw a\i\()1, 32 * \i + 4(3)
    stw a\i\()2, 32 * \i + 8(3)
    stw a\i\()3, 32 * \i + 12(3)
    stw b\i\()0, 32 * \i + 16(3)
    stw b\i\()1, 32 * \i + 20(3)
    lwz 5, OTHER + 8 * \i(1)
    lwz 6, OTHER + 8 * \i + 4(1)
    stw 5, 32 * \i + 24(3)
    stw 6, 32 * \i + 28(3)
    .endr
    lmw 14, SAVED(1)
    addi 1, 1, FRAME
    .cfi_restore_state
    blr
    END_OF blocks
