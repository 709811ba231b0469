/* SPDX-License-Identifier: CC0-1.0 */
/* Groestl's rounds by byte slicing, for 32-bit PowerPC with AltiVec.
 *
 *   void permute(unsigned char x[128], const unsigned char t[][16]);
 *
 * On entry: r3 = x, r4 = t, both aligned to 16 bytes. x is 16 columns, of one
 * permutation or of two, whose bytes Q has complemented; t, of
 * permute_table.h, says which, and holds all constants.
 *
 * The idea: row k of all columns is a register. SubBytes is arithmetic in the
 * field of 16 elements by vperm, as derived in ssse3/sub.h; 16 stands for 1/0,
 * since a 5-bit index takes it to a second table, of zeros. MixBytes is
 * mixbytes.h's; 4y + 2z comes of y rotated by 2 and z by 1, where the bits that
 * came around, the lowest of the sum and the next of y, look up what to add.
 * Floor: 22 for each row's ShiftBytes and SubBytes, 28 + 56 for MixBytes, and
 * 13 for constants: 273 a round, of which 10 do for 64 bytes of Groestl-256 and
 * 28 for 128 of Groestl-512: 42.7 and 59.7 instructions a byte. */

#include "asm.h"
#include "params.h"

    .machine "altivec"

#define permute CRYPTO_NAMESPACE(permute)

#define x 3                     /* then the round constants */
#define t 4
/* 5 to 12: 0, 16, ... 112 */

/* vectors: v0 to v23 are rows. Kept from round to round: */
#define low      24             /* tables of ssse3/sub.h */
#define high     25
#define a_over   26
#define one_over 27
#define from_i   28
#define ones     29             /* 1 and 2 in all bytes */
#define twos     30
#define reduce   31
/* and during SubBytes: */
#define key      8
#define from_j   9
#define fifteens 10
#define fours    11
#define zero     12
#define f        13             /* free */
#define g        14
#define h        15

/* The table, after 8 masks for ShiftBytes */
#define LOW      128
#define KEY      240
#define FROM_J   224
#define ROUND    256

#define VECTORS  16             /* the caller's v20 to v31 */
#define FRAME    208

.macro constant v, at
    li 0, \at
    lvx \v, t, 0
.endm

/* Rotates the 7-bit number of each byte of 8 rows to the left. */
.macro rotate to, from
    .irp k, 0, 1, 2, 3
    vmrghb \to + 2 * \k, \from + \k, \from + \k + 4
    vmrglb \to + 2 * \k + 1, \from + \k, \from + \k + 4
    .endr
.endm

/* row d = key + S(the bytes of row s that a mask names) */
.macro sub d, s, mask
    lvx f, \mask, t
    vperm \d, \s, \s, f
    vsrb f, \d, fours
    vperm \d, low, low, \d
    vperm f, high, high, f
    vxor \d, \d, f
    vand f, \d, fifteens /* k */
    vsrb \d, \d, fours /* i */
    vxor g, \d, f /* j */
    vperm f, a_over, a_over, f
    vperm h, one_over, zero, \d
    vperm \s, one_over, zero, g
    vxor h, h, f
    vxor \s, \s, f
    vperm h, one_over, zero, h
    vperm \s, one_over, zero, \s
    vxor h, h, g
    vxor \s, \s, \d
    vperm h, from_i, zero, h
    vperm \s, from_j, zero, \s
    vxor \d, h, key
    vxor \d, \d, \s
.endm

/* b[k], in place of mixbytes.h's two doublings; y is lost */
.macro four_two b, y, z7, z4
    vrlb \y, \y, twos
    vrlb \b, \z7, ones
    vxor \b, \b, \y
    vsel \y, \b, \y, twos
    vperm \y, reduce, reduce, \y
    vxor \b, \b, \z4
    vxor \b, \b, \y
.endm

    FUNCTION permute, 5
    stwu 1, -FRAME(1)
    .cfi_remember_state
    .cfi_adjust_cfa_offset FRAME
    stw x, 8(1)
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    li 5 + \k, 16 * \k
    .endr
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    li 0, VECTORS + 16 * \k
    stvx 20 + \k, 1, 0
    .endr
    SAVED_AT VECTORS, 16, v20, v21, v22, v23, v24, v25, v26, v27, v28, v29, v30, v31
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    lvx 16 + \k, 5 + \k, x
    .endr
    rotate 0, 16
    rotate 8, 0
    rotate 0, 8
    rotate 16, 0
    .irp k, 0, 1, 2, 3, 4
    constant (low + \k), (LOW + 16 * \k)
    .endr
    constant reduce, (LOW + 16 * 5)
    vspltisb ones, 1
    vspltisb twos, 2
    addi x, t, ROUND
    li 0, ROUNDS
    mtctr 0

/* registers now hold: rows 0 to 7 in v16 to v23, t, 5 to 12, and in x the place
 * of the round's constants, for row 0 and row 7; ctr counts the rounds */
1:
    lvx f, 0, x
    lvx g, 6, x
    constant key, KEY
    constant from_j, FROM_J
    addi x, x, 32
    vspltisb fifteens, 15
    vspltisb fours, 4
    vspltisb zero, 0
    vxor 16, 16, f
    vxor 23, 23, g
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    sub \k, (16 + \k), (5 + \k)
    .endr

    /* MixBytes: x[k] to v8 + k */
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    vxor 8 + \k, \k, (\k + 1) % 8
    .endr
    /* u[k] to v16 + k / 2 */
    .irp k, 0, 2, 4, 6
    vxor 16 + \k / 2, 8 + \k, (\k + 4) % 8
    .endr
    /* y[k] to v[k] */
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    vxor \k, 8 + \k, 8 + (\k + 3) % 8
    .endr
    /* z[k] to v8 + k */
    .irp k, 0, 2, 4, 6
    vxor 8 + \k, 8 + \k, 16 + (\k + 2) % 8 / 2
    vxor 8 + \k + 1, (\k + 7) % 8, 16 + \k / 2
    .endr
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    four_two (16 + \k), ((\k + 3) % 8), (8 + (\k + 7) % 8), (8 + (\k + 4) % 8)
    .endr
    bdnz 1b

    lwz x, 8(1)
    rotate 0, 16
    rotate 8, 0
    rotate 0, 8
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    stvx \k, 5 + \k, x
    .endr
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    li 0, VECTORS + 16 * \k
    lvx 20 + \k, 1, 0
    .endr
    addi 1, 1, FRAME
    .cfi_restore_state
    blr
    END_OF permute
