/* SPDX-License-Identifier: CC0-1.0 */
/* Groestl by table lookups, for any amd64 machine.
 *
 *   void table_compress(unsigned char h[8 * COLUMNS], const unsigned char *in,
 *                       uint64_t n, const uint64_t t[8][256]);
 *   for each of n > 0 blocks m at in: h = P(h ^ m) ^ Q(m) ^ h
 *
 *   void table_output(unsigned char h[8 * COLUMNS], const uint64_t t[8][256]);
 *   h = P(h) ^ h
 *
 * On entry: rdi = h, rsi = in or t, rdx = n, rcx = t; no alignment is needed.
 * t[r][s] is what byte s in row r adds to its column: SubBytes and MixBytes.
 *
 * The idea: a column is read once, cut into bytes, and what the tables give for
 * these is added to sums in eight integer registers (sums.inc): a lookup is one
 * operation. Q's ff in all bytes but those of the constant comes with this, as
 * ~(16 c + i) = ~i - 16 c.
 *
 * Floor: 22 instructions a column, of which six start in a cycle: 59 cycles a
 * round of P and Q for Groestl-256, 9.2 cycles a byte. This was timed on a
 * Redwood Cove, which has three loads a cycle; amd64 is for a Zen 3. */

#include "asm.h"
#include "params.h"

    .intel_syntax noprefix

#define table_compress CRYPTO_NAMESPACE(table_compress)
#define table_output CRYPTO_NAMESPACE(table_output)

#define T       rbp
#define x       rsi
#define other   rdi
#define i       rdx             /* the round */
/* rax and rbx have a column in turn, r8 to r15 have the sums; and not while
 * there are any: */
#define h       r9
/* in rcx, each byte of a column */
#define even    ecx
#define at_even rcx
#define odd     ecx
#define at_odd  rcx

#define SUM     r
#define FIRST   8
#define LOAD    mov
#define ADD     xor
#define STORE   mov

#include "sums.inc"

/* The stack: states, then: */
#define H       rsp + STATES * 2 * BLOCK
#define IN      rsp + STATES * 2 * BLOCK + 8
#define LEFT    rsp + STATES * 2 * BLOCK + 16     /* blocks */
#define FRAME   (STATES * 2 * BLOCK + 24)

.macro column_in a, low, high, at, q, s0, s1, s2, s3, s4, s5, s6, s7
    .if \q
    lea \a, [i - 16 * (c % COLUMNS)]
    .else
    lea \a, [i + 16 * (c % COLUMNS)]
    .endif
    xor \a, [x + \at + 8 * (c % COLUMNS)]
    cells 0, \a, \low, \high, \s0, \s1, \s2, \s3
    cells 4, \a, \low, \high, \s4, \s5, \s6, \s7
.endm

.macro column at, q, moves:vararg
    .if c % 2
    column_in rbx, bl, bh, \at, \q, \moves
    .else
    column_in rax, al, ah, \at, \q, \moves
    .endif
.endm

.macro enter
    SAVE(rbx)
    SAVE(rbp)
    SAVE(r12)
    SAVE(r13)
    SAVE(r14)
    SAVE(r15)
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
.endm

.macro states
    lea x, [rsp + BLOCK]
    .if STATES == 2
    lea y, [rsp + 3 * BLOCK]
    .endif
.endm

.macro leave_all
    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(r15)
    RESTORE(r14)
    RESTORE(r13)
    RESTORE(r12)
    RESTORE(rbp)
    RESTORE(rbx)
    ret
.endm

    FUNCTION table_compress, 6
    enter
    mov [H], rdi
    mov [IN], rsi
    mov [LEFT], rdx
    mov T, rcx
    states

    .p2align 6
/* registers now hold: T, x, y */
1:
    mov r8, [IN]
    mov h, [H]
    .set k, 0
    .rept COLUMNS
    mov rax, [r8 + k]
    mov rcx, [h + k]
    xor rcx, rax
    rol rax, 8
    mov [x - BLOCK + k], rcx
    mov [x + k], rax
    .set k, k + 8
    .endr
    add r8, BLOCK
    mov [IN], r8
    xor edx, edx

    .p2align 6
/* registers now hold: i, too, and ~i for Q, which is first: it does not wait
 * for h. */
2:
    not i # for Q
    round_q SHIFTS_Q
    not i
    round_p SHIFTS_P
    swap_states
    inc i
    cmp edx, ROUNDS
    jne 2b

    mov h, [H]
    .set k, 0
    .rept COLUMNS
    mov rax, [x + k]
    ror rax, 8
    xor rax, [x - BLOCK + k]
    xor [h + k], rax
    .set k, k + 8
    .endr
    dec qword ptr [LEFT]
    jne 1b
    leave_all
    END_OF table_compress

    FUNCTION table_output, 6
    enter
    mov [H], rdi
    mov h, rdi
    mov T, rsi
    states
    .set k, 0
    .rept COLUMNS
    mov rax, [h + k]
    mov [x - BLOCK + k], rax
    .set k, k + 8
    .endr
    xor edx, edx

    .p2align 6
/* registers now hold: T, x, y, i */
3:
    round_p SHIFTS_P
    swap_states
    inc i
    cmp edx, ROUNDS
    jne 3b

    mov h, [H]
    .set k, 0
    .rept COLUMNS
    mov rax, [x - BLOCK + k]
    xor [h + k], rax
    .set k, k + 8
    .endr
    leave_all
    END_OF table_output
