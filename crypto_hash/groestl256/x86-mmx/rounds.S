/* SPDX-License-Identifier: CC0-1.0 */
/* Groestl by table lookups, for x86 with MMX.
 *
 *   void table_compress(unsigned char h[8 * COLUMNS], const unsigned char *in,
 *                       uint64_t n, const uint64_t t[8][256]);
 *   for each of n > 0 blocks m at in: h = P(h ^ m) ^ Q(m) ^ h
 *
 *   void table_output(unsigned char h[8 * COLUMNS], const uint64_t t[8][256]);
 *   h = P(h) ^ h
 *
 * All arguments are on the stack, of n the low word counts: memory has no 2^32
 * blocks. No alignment is needed; the states are aligned to 64 bytes here, for
 * the sake of a steady speed.
 * t[r][s] is what byte s in row r adds to its column: SubBytes and MixBytes.
 *
 * The idea: a column is read once, in halves that are cut into bytes, and what
 * the tables give for these is added to sums in the MMX registers (sums.inc), so
 * a lookup is one operation and not two.
 *
 * Floor: the eight lookups of a column are loads to vector registers, and there
 * are two such loads a cycle: 64 cycles a round of P and Q for Groestl-256, 10
 * cycles a byte; 128 and 14 for Groestl-512.
 *
 * This was tuned on a Zen 3. Without SSE2 it is the fastest on a Redwood Cove,
 * too; with SSE2 gcc makes the sums of portable C in registers of 128 bits, which
 * takes a little less there. */

#include "asm.h"
#include "params.h"

    .intel_syntax noprefix

#define table_compress CRYPTO_NAMESPACE(table_compress)
#define table_output CRYPTO_NAMESPACE(table_output)

#define T       ebp
#define x       esi
#define other   edi
#define i       edx             /* the round */
/* eax and ebx have the halves of a column */
#define even    ecx
#define at_even ecx
#define odd     ecx
#define at_odd  ecx
#define SUM     mm
#define FIRST   0
#define LOAD    movq
#define ADD     pxor
#define STORE   movq

#include "sums.inc"

/* The stack: states, then: */
#define H       esp + STATES * 2 * BLOCK
#define IN      esp + STATES * 2 * BLOCK + 4
#define LEFT    esp + STATES * 2 * BLOCK + 8
#define OLD_ESP esp + STATES * 2 * BLOCK + 12
#define FRAME   (STATES * 2 * BLOCK + 64)

.macro column at, q, s0, s1, s2, s3, s4, s5, s6, s7
    lea eax, [i + 16 * (c % COLUMNS)]
    xor eax, [x + \at + 8 * (c % COLUMNS)]
    mov ebx, [x + \at + 8 * (c % COLUMNS) + 4]
    .if \q
    not eax
    not ebx
    .endif
    cells 0, eax, al, ah, \s0, \s1, \s2, \s3
    .set first, 4
    cells 4, ebx, bl, bh, \s4, \s5, \s6, \s7
.endm

/* eax = the arguments */
.macro enter
    SAVE(ebx)
    SAVE(ebp)
    SAVE(esi)
    SAVE(edi)
    mov ecx, esp
    .cfi_def_cfa_register ecx
    lea eax, [esp + 20]
    sub esp, FRAME
    and esp, -64
    mov [OLD_ESP], ecx
    CFA_AT(STATES * 2 * BLOCK + 12, 20)
.endm

.macro states
    lea x, [esp + BLOCK]
    .if STATES == 2
    lea y, [esp + 3 * BLOCK]
    .endif
.endm

.macro leave_mmx
    emms
    mov esp, [OLD_ESP]
    .cfi_def_cfa esp, 20
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebp)
    RESTORE(ebx)
    ret
.endm

    FUNCTION table_compress, 6
    enter
    mov ebx, [eax]
    mov ecx, [eax + 4]
    mov edx, [eax + 8]
    mov T, [eax + 16]
    mov [H], ebx
    mov [IN], ecx
    mov [LEFT], edx
    states

    .p2align 6
/* registers now hold: T, x, y */
1:
    mov eax, [IN]
    mov ebx, [H]
    .set k, 0
    .rept COLUMNS
    movq mm0, [eax + k]
    movq mm1, mm0
    movq mm2, mm0
    pxor mm2, [ebx + k]
    psllq mm0, 8
    psrlq mm1, 56
    por mm0, mm1
    movq [x - BLOCK + k], mm2
    movq [x + k], mm0
    .set k, k + 8
    .endr
    xor i, i

    .p2align 6
/* registers now hold: T, x, y, i. Q is first: it does not wait for h. */
2:
    round_q SHIFTS_Q
    round_p SHIFTS_P
    swap_states
    inc i
    cmp i, ROUNDS
    jne 2b

    mov ebx, [H]
    .set k, 0
    .rept COLUMNS
    movq mm0, [x + k]
    movq mm1, mm0
    movq mm2, [x - BLOCK + k]
    psrlq mm0, 8
    psllq mm1, 56
    pxor mm2, [ebx + k]
    por mm0, mm1
    pxor mm0, mm2
    movq [ebx + k], mm0
    .set k, k + 8
    .endr
    add dword ptr [IN], BLOCK
    dec dword ptr [LEFT]
    jne 1b
    leave_mmx
    END_OF table_compress

    FUNCTION table_output, 6
    enter
    mov ebx, [eax]
    mov T, [eax + 4]
    mov [H], ebx
    states
    .set k, 0
    .rept COLUMNS
    movq mm0, [ebx + k]
    movq [x - BLOCK + k], mm0
    .set k, k + 8
    .endr
    xor i, i

    .p2align 6
/* registers now hold: T, x, y, i */
3:
    round_p SHIFTS_P
    swap_states
    inc i
    cmp i, ROUNDS
    jne 3b

    mov ebx, [H]
    .set k, 0
    .rept COLUMNS
    movq mm0, [x - BLOCK + k]
    pxor mm0, [ebx + k]
    movq [ebx + k], mm0
    .set k, k + 8
    .endr
    leave_mmx
    END_OF table_output
