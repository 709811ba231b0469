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
 * The idea: a column is read once, cut into bytes by the integer units, and
 * what the tables give for these is added to sums in the MMX registers
 * (sums.inc), so the vector units add, and none is busy with both. Q's ff in all
 * bytes but those of the constant comes with this, as ~(16 c + i) = ~i - 16 c.
 *
 * Floor: the eight lookups of a column are loads to vector registers, and there
 * are two such loads a cycle: 64 cycles a round of P and Q for Groestl-256, 10
 * cycles a byte; 128 and 14 for Groestl-512. In these 4 cycles a column the
 * integer units have 13 operations, of 16 they could do.
 *
 * For cores without AES, K10 to Nehalem: with AES others take a third. Made and
 * tuned on a Zen 3; sums in integer registers take 1.4 times as long there, and
 * 0.6 times on a Redwood Cove. What else was tried: docs/families/groestl.md. */

#include "asm.h"
#include "params.h"

    .intel_syntax noprefix

#define table_compress CRYPTO_NAMESPACE(table_compress)
#define table_output CRYPTO_NAMESPACE(table_output)

#define T       rbp
#define x       rsi
#define other   rdi
#define i       r8              /* the round */
#define not_i   r9
#define in      r10
#define left    r11             /* blocks */
#define h       r12
/* rax and rbx have a column in turn */
#define even    ecx
#define at_even rcx
#define odd     edx
#define at_odd  rdx
#define SUM     mm
#define FIRST   0
#define LOAD    movq
#define ADD     pxor
#define STORE   movq

#include "sums.inc"

#define FRAME   (STATES * 2 * BLOCK)

.macro column_in a, low, high, at, q, s0, s1, s2, s3, s4, s5, s6, s7
    .if \q
    lea \a, [not_i - 16 * (c % COLUMNS)]
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
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
.endm

.macro states
    lea x, [rsp + BLOCK]
    .if STATES == 2
    lea y, [rsp + 3 * BLOCK]
    .endif
.endm

.macro leave_mmx
    emms
    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(r12)
    RESTORE(rbp)
    RESTORE(rbx)
    ret
.endm

    FUNCTION table_compress, 6
    enter
    mov h, rdi
    mov in, rsi
    mov left, rdx
    mov T, rcx
    states

    .p2align 6
/* registers now hold: T, x, y, in, left, h */
1:
    .set k, 0
    .rept COLUMNS
    mov rax, [in + k]
    mov rcx, [h + k]
    xor rcx, rax
    rol rax, 8
    mov [x - BLOCK + k], rcx
    mov [x + k], rax
    .set k, k + 8
    .endr
    xor r8d, r8d
    mov not_i, -1

    .p2align 6
/* registers now hold: i, ~i, too. Q is first: it does not wait for h. */
2:
    round_q SHIFTS_Q
    round_p SHIFTS_P
    swap_states
    inc i
    dec not_i
    cmp r8d, ROUNDS
    jne 2b

    .set k, 0
    .rept COLUMNS
    mov rax, [x + k]
    ror rax, 8
    xor rax, [x - BLOCK + k]
    xor [h + k], rax
    .set k, k + 8
    .endr
    add in, BLOCK
    dec left
    jne 1b
    leave_mmx
    END_OF table_compress

    FUNCTION table_output, 6
    enter
    mov h, rdi
    mov T, rsi
    states
    .set k, 0
    .rept COLUMNS
    mov rax, [h + k]
    mov [x - BLOCK + k], rax
    .set k, k + 8
    .endr
    xor r8d, r8d

    .p2align 6
/* registers now hold: T, x, y, h, i */
3:
    round_p SHIFTS_P
    swap_states
    inc i
    cmp r8d, ROUNDS
    jne 3b

    .set k, 0
    .rept COLUMNS
    mov rax, [x - BLOCK + k]
    xor [h + k], rax
    .set k, k + 8
    .endr
    leave_mmx
    END_OF table_output
