/* SPDX-License-Identifier: CC0-1.0 */
/* Groestl's P and Q by table lookups, for big-endian 32-bit PowerPC.
 *
 *   void permute_p(uint64_t x[2][COLUMNS], const uint64_t t[4][256]);
 *   void permute_q(uint64_t x[2][COLUMNS], const uint64_t t[4][256]);
 *
 *   x[0] = P(x[0]) or Q(x[0]); x[1] is overwritten.
 *
 * On entry: r3 = x, r4 = t. t[r][s] is what byte s in row r < 4 adds to its
 * column, SubBytes and MixBytes at once; in row r + 4 it adds the same with
 * the halves of 32 bits swapped.
 *
 * The idea: one rlwinm makes an index of a byte, and then there are two loads
 * and two xor. Four columns are summed up together: so a word of the state is
 * loaded once for all of its bytes that they take, mostly 7 words for 16 bytes.
 * Lookups are added one later than loaded. Two
 * rounds make the loop, from x[0] to x[1] and back; so i is even, and i + 1 is
 * i ^ 1. Q's state is complemented, which undoes the ff that it adds to every
 * byte: one xor of each word is eqv.
 * Floor: four columns are 32 lookups of 5, less 8 since the first are the sum,
 * 8 words to store, 8 for the round constants, and the words to load: in
 * Groestl-256 14 for P and 8 for Q, in Groestl-512 17 and 15. That is 111.9 and
 * 161.0 instructions a byte. */

#include "asm.h"
#include "params.h"

#define permute_p CRYPTO_NAMESPACE(permute_p)
#define permute_q CRYPTO_NAMESPACE(permute_q)

#define x    3
#define T    4                  /* 4 to 11: pointers to t[r], and 4 beyond */
#define w    12                 /* a word of the state */
#define i    14                 /* 8 times the round, which is even */
#define n    15                 /* an index, 8 times a byte */
#define SUM  16                 /* 16 to 23: the four columns */
#define SEEN 24                 /* 24 to 27: two lookups, taking turns */

#define SAVED 8                 /* the caller's r14 to r31 */
#define FRAME 80

/* Adds the lookup that waits, if one does, to column d: halves are swapped in
 * rows 4 to 7. The first sum for Q is complemented. */
.macro finish
    .if waits
    .if first && flip
    eqv SUM + 2 * d, SUM + 2 * d, SEEN + 2 * turn + half
    eqv SUM + 2 * d + 1, SUM + 2 * d + 1, SEEN + 2 * turn + 1 - half
    .else
    xor SUM + 2 * d, SUM + 2 * d, SEEN + 2 * turn + half
    xor SUM + 2 * d + 1, SUM + 2 * d + 1, SEEN + 2 * turn + 1 - half
    .endif
    .endif
.endm

/* If ShiftBytes by s brings word c's byte of row r to column k of the four,
 * looks it up; row has the constant that changes. */
.macro tap k, r, s, row, odd
    .if (j + \k * step + \s) % COLUMNS == c
    .if !loaded
    lwz w, from + 8 * c + 4 * (\r / 4)(x)
    .set loaded, 1
    .endif
    rlwinm n, w, (8 * (\r % 4 + 1) + 3) % 32, 21, 28
    .if \r == \row
    xori n, n, (16 * c ^ \odd) << 3
    xor n, n, i
    .endif
    .if count\k == 0
    lwzx SUM + 2 * \k + \r / 4, T + 2 * (\r % 4), n
    lwzx SUM + 2 * \k + 1 - \r / 4, T + 2 * (\r % 4) + 1, n
    .else
    lwzx SEEN + 2 * (1 - turn), T + 2 * (\r % 4), n
    lwzx SEEN + 2 * (1 - turn) + 1, T + 2 * (\r % 4) + 1, n
    finish
    .set waits, 1
    .set turn, 1 - turn
    .set d, \k
    .set half, \r / 4
    .set first, count\k == 1
    .endif
    .set count\k, count\k + 1
    .endif
.endm

.macro taps r, s, row, odd
    tap 0, \r, \s, \row, \odd
    tap 1, \r, \s, \row, \odd
    tap 2, \r, \s, \row, \odd
    tap 3, \r, \s, \row, \odd
.endm

/* the words of rows 0 to 3, or 4 to 7, from column j on */
.macro words r, row, odd, s0, s1, s2, s3
    .set c, j
    .rept COLUMNS
    .set loaded, 0
    taps (\r), \s0, \row, \odd
    taps (\r + 1), \s1, \row, \odd
    taps (\r + 2), \s2, \row, \odd
    taps (\r + 3), \s3, \row, \odd
    .set c, (c + 1) % COLUMNS
    .endr
.endm

/* Columns j, j + step, j + 2 step and j + 3 step */
.macro four to, row, odd, s0, s1, s2, s3, s4, s5, s6, s7
    .irp k, 0, 1, 2, 3
    .set count\k, 0
    .endr
    .set waits, 0
    .set turn, 0
    words 0, \row, \odd, \s0, \s1, \s2, \s3
    words 4, \row, \odd, \s4, \s5, \s6, \s7
    finish
    .irp k, 0, 1, 2, 3
    stw SUM + 2 * \k, \to + 8 * (j + \k * step)(x)
    stw SUM + 2 * \k + 1, \to + 8 * (j + \k * step) + 4(x)
    .endr
.endm

/* Round i ^ odd, from x + start to x + to. The next four columns start behind
 * the last, or where every other one is taken, at the first that was not. */
.macro round start, to, odd, row, shifts:vararg
    .set from, \start
    .set j, 0
    .rept COLUMNS / 4
    four \to, \row, \odd, \shifts
    .if step == 1
    .set j, j + 4
    .else
    .set j, j + 1 + (j & 1) * 6
    .endif
    .endr
.endm

.macro complement
    li 0, 2 * COLUMNS
    mtctr 0
    addi n, x, -4
2:
    lwz w, 4(n)
    not w, w
    stwu w, 4(n)
    bdnz 2b
.endm

.macro permute row, shifts:vararg
    stwu 1, -FRAME(1)
    .cfi_remember_state
    .cfi_adjust_cfa_offset FRAME
    stmw 14, SAVED(1)
    SAVED_AT SAVED, 4, R14_TO_R31
    .if flip
    complement
    .endif
    li 0, ROUNDS / 2
    mtctr 0
    li i, 0
    .irp k, 1, 2, 3
    addi T + 2 * \k, T, 2048 * \k
    addi T + 2 * \k + 1, T, 2048 * \k + 4
    .endr
    addi T + 1, T, 4

/* registers now hold: x, T, i; ctr counts pairs of rounds */
1:
    round 0, (8 * COLUMNS), 0, \row, \shifts
    round (8 * COLUMNS), 0, 1, \row, \shifts
    addi i, i, 2 * 8
    bdnz 1b
    .if flip
    complement
    .endif
    lmw 14, SAVED(1)
    addi 1, 1, FRAME
    .cfi_restore_state
    blr
.endm

    .text
    .set flip, 0
    .set step, 1
    FUNCTION permute_p, 5
    permute 0, SHIFTS_P
    END_OF permute_p

    .set flip, 1
    .set step, 2
    FUNCTION permute_q, 5
    permute 7, SHIFTS_Q
    END_OF permute_q
