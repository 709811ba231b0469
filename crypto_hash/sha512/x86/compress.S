/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-512's compression function for x86 without SSE2 (Pentium III, Athlon XP),
 * plain integer code.
 *
 *   void compress(uint64_t h[8], const unsigned char *in,
 *                 unsigned long long blocks);
 *
 * All arguments are on the stack, of blocks its low word counts: memory has no
 * 2^32 blocks. No alignment is asked for.
 *
 * The ideas: the values that a and e take are written one after the other, and
 * b, c, d and f, g, h are the three before; so a round is the same code each
 * time, and only its pointer moves. A first pass leaves K + W for it.
 * In 32-bit halves l and h, x >>> n is l >>> n and h >>> n, but for the bits
 * that come from the other half; these are wrong where the halves differ, so
 * (l ^ h) << 32 - n mends both. With all three rotations of a Sigma at once that
 * makes 18 operations, where shifts and xors alone are 22. Double shifts (shld)
 * are slow on AMD's machines; on Intel's they are not, and with them what clang
 * makes of opt64 takes less time on a Redwood Cove. With SSE2 the vectors that
 * clang makes of opt32 take less on a Zen 3, too.
 *
 * Floor: 80 rounds of 60 operations, 64 words of 46, 80 sums of 3 with K, 32
 * halves to turn round, 16 sums: 8032 a block, 15.7 cycles/byte at four a
 * cycle; moves, stores and the loops are not among them. */

#include "asm.h"

    .intel_syntax noprefix

#define compress CRYPTO_NAMESPACE(compress)
#define ROUNDS 80
#define TABLE (8 * ROUNDS)

/* a pair of halves, the low one first, for sums; two more, and the pointer */
#define S eax, edx
#define X ecx, ebx
#define Y esi, edi
#define p ebp

/* The stack: W, replaced by K + W from the front on; the values of a and of e,
 * the first four of them h's; a ^ b of the round before. Where p leads, it is
 * at the round's W. */
#define W     0
#define AS    (TABLE + 24)
#define ES    (AS + TABLE + 32)
#define AB    esp + ES + TABLE + 8
#define KS    esp + ES + TABLE + 16
#define FRAME (ES + TABLE + 20)
#define H     esp + FRAME + 20          /* behind 4 registers and the return */
#define IN    esp + FRAME + 24
#define LEFT  esp + FRAME + 28

/* op x, word i from p + at */
.macro both op, op2, xl, xh, at, i=0
    \op \xl, [p + \at + 8 * (\i)]
    \op2 \xh, [p + \at + 8 * (\i) + 4]
.endm
.macro take xl, xh, at, i=0
    both mov, mov, \xl, \xh, \at, \i
.endm
.macro plus xl, xh, at, i=0
    both add, adc, \xl, \xh, \at, \i
.endm
.macro exor xl, xh, at, i=0
    both xor, xor, \xl, \xh, \at, \i
.endm
.macro put xl, xh, at, i=0
    mov [p + \at + 8 * (\i)], \xl
    mov [p + \at + 8 * (\i) + 4], \xh
.endm

/* S += Y */
.macro sum
    add eax, esi
    adc edx, edi
.endm

/* y = ((x >>> i ^ u) >>> j ^ v) >>> k */
.macro turn y, x, i, u, j, v, k
    mov \y, \x
    ror \y, \i
    xor \y, \u
    ror \y, \j
    xor \y, \v
    ror \y, \k
.endm

/* Y ^= ((d << i ^ d) << j ^ d) << k, where d is l ^ h of X */
.macro mend i, j, k
    xor ecx, ebx
    mov ebx, ecx
    shl ebx, \i
    xor ebx, ecx
    shl ebx, \j
    xor ebx, ecx
    shl ebx, \k
    xor esi, ebx
    xor edi, ebx
.endm

/* y = ((x << i ^ x) << j ^ x) << k, or >>, or without k (x << i ^ x) << j */
.macro shifts y, op, x, i, j, k
    mov \y, \x
    \op \y, \i
    xor \y, \x
    \op \y, \j
    .ifnb \k
    xor \y, \x
    \op \y, \k
    .endif
.endm

/* y ^= the same; eax is free */
.macro exor_shifts y, op, x, i, j, k
    shifts eax, \op, \x, \i, \j, \k
    xor \y, eax
.endm

/* y ^= x << i, or >> */
.macro exor_shift y, op, x, i
    mov eax, \x
    \op eax, \i
    xor \y, eax
.endm

/* W[t] += K[t] */
.macro constant
    mov edx, [KS]
    add edx, p
    mov eax, [edx]
    mov edx, [edx + 4]
    add [p + W], eax
    adc [p + W + 4], edx
.endm

    .section .rodata
    .p2align 6
.Lconstants:
#define K(high, low) .long low, high
#include "constants.inc"

    FUNCTION compress, 6
    call .Lhere
.Lhere:
    .cfi_adjust_cfa_offset 4
    pop eax
    .cfi_adjust_cfa_offset -4
    add eax, [eax + to_constants]
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    sub esp, FRAME
    .cfi_adjust_cfa_offset FRAME
    sub eax, esp
    mov [KS], eax
    cmp dword ptr [LEFT], 0
    je 5f

/* registers now hold nothing that is needed */
1:
    mov ebx, [IN]
    mov p, esp
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    mov edx, [ebx + 8 * \i]
    mov eax, [ebx + 8 * \i + 4]
    bswap edx
    bswap eax
    put S, W, \i
    .endr
    sub ebx, -128
    mov [IN], ebx

    .p2align 6
2:
    take X, W, 14 /* sigma1 */
    shifts esi, shr, ecx, 13, 6
    exor_shifts esi, shl, ebx, 13, 13
    exor_shift esi, shr, ebx, 29
    exor_shift esi, shl, ecx, 3
    shifts edi, shr, ebx, 13, 6
    exor_shift edi, shl, ecx, 13
    exor_shift edi, shr, ecx, 29
    exor_shift edi, shl, ebx, 3
    plus Y, W
    plus Y, W, 9
    put Y, W, 16
    constant
    take X, W, 1 /* sigma0 */
    shifts esi, shr, ecx, 1, 6, 1
    exor_shifts esi, shl, ebx, 6, 1, 24
    shifts edi, shr, ebx, 1, 6, 1
    exor_shifts edi, shl, ecx, 7, 24
    add [p + W + 128], esi
    adc [p + W + 132], edi
    add p, 8
    lea eax, [esp + TABLE - 128]
    cmp p, eax
    jne 2b
    lea ebx, [esp + TABLE]
3:
    constant
    add p, 8
    cmp p, ebx
    jne 3b

    /* d, c, b, a and h, g, f, e */
    mov p, esp
    mov ebx, [H]
    .irp i, 0, 1, 2, 3
    mov eax, [ebx + 8 * \i]
    mov edx, [ebx + 8 * \i + 4]
    put S, AS, -\i
    mov eax, [ebx + 32 + 8 * \i]
    mov edx, [ebx + 32 + 8 * \i + 4]
    put S, ES, -\i
    .endr
    take S, AS, -1
    exor S, AS, -2
    mov [AB], eax
    mov [AB + 4], edx

    .p2align 6
4:
    take S, W
    plus S, ES, -3
    take X, ES /* Sigma1 */
    turn esi, ecx, 4, ecx, 5, ebx, 9
    turn edi, ebx, 4, ebx, 5, ecx, 9
    mend 5, 4, 14
    sum
    take Y, ES, -1 /* Ch */
    exor Y, ES, -2
    both and, and, Y, ES
    exor Y, ES, -2
    sum
    take X, AS, -3
    add ecx, eax
    adc ebx, edx
    put X, ES, 1
    take Y, AS /* Maj = b ^ ((a ^ b) & (b ^ c)) */
    exor Y, AS, -1
    mov ecx, [AB]
    mov ebx, [AB + 4]
    mov [AB], esi
    mov [AB + 4], edi
    and esi, ecx
    and edi, ebx
    exor Y, AS, -1
    sum
    take X, AS /* Sigma0 */
    turn esi, ecx, 21, ebx, 5, ebx, 2
    turn edi, ebx, 21, ecx, 5, ecx, 2
    mend 5, 21, 4
    sum
    put S, AS, 1
    add p, 8
    lea eax, [esp + TABLE]
    cmp p, eax
    jne 4b

    mov ebx, [H]
    .irp i, 0, 1, 2, 3
    take S, AS, -\i
    add [ebx + 8 * \i], eax
    adc [ebx + 8 * \i + 4], edx
    take S, ES, -\i
    add [ebx + 32 + 8 * \i], eax
    adc [ebx + 32 + 8 * \i + 4], edx
    .endr
    dec dword ptr [LEFT]
    jnz 1b

5:
    add esp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret
.Lto_constants:
    .long .Lconstants - .Lhere
    .set to_constants, .Lto_constants - .Lhere
    END_OF compress
