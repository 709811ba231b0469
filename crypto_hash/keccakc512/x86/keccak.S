/* SPDX-License-Identifier: CC0-1.0 */
/*
 * void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
 *             unsigned long long blocks, const unsigned char last[RATE])
 *
 * Keccak-f[1600] on 32-bit words, bit-interleaved: the even bits of a lane are
 * a word, half 0, the odd ones another, half 1. Two rounds an iteration, from
 * the state A to the state E and back, both on the stack. In registers is a row
 * at work, and two more.
 *
 * Six lanes are complemented all the time (Keccak implementation overview,
 * version 3.2, section 2.2), so that a row needs not five complements but one.
 * The outputs x, x - 1, ... of a row come in this order: all but two then have
 * a word that they are the last to use, and can be made in it. The complement
 * is where nothing else wants the word as it was.
 *
 * Floor: a round is 264 operations, 50 for the sums and what theta adds, 5 and
 * 47 rotations, 50 to add it, 110 for chi, 2 for iota; 92 of these have a load.
 * With 62 loads more, 60 stores and 25 copies it is 411 instructions. Six of
 * these a cycle are 69 cycles, four operations 66, three loads or stores 71:
 * that is 12.6 cycles/byte at a rate of 136 bytes.
 *
 * This is for machines without SSE2; with it, sse2 is faster. With BMI's and-not
 * and rotations compilers spare the copies and the complements, and what clang
 * makes of opt32 then takes no longer.
 *
 * All arguments are on the stack; of blocks the low word counts: memory has no
 * 2^32 of them. No alignment is asked for.
 */

#include "asm.h"
#include "keccak.h"

    .intel_syntax noprefix

#define keccak CRYPTO_NAMESPACE(keccak)

/* The row at work, and what else there is */
#define B0 eax
#define B1 ebx
#define B2 ecx
#define B3 edx
#define B4 esi
#define T edi
#define U ebp

/* The stack: what theta adds, the next round constant, the states: all as
 * half 0, half 1 */
#define D        0
#define CONSTANT esp + 40
#define A        44
#define E        244
#define FRAME    444
#define OUT      esp + FRAME + 20       /* behind 4 registers and the return */
#define IN       esp + FRAME + 24
#define BLOCKS   esp + FRAME + 28
#define LAST     esp + FRAME + 36

/* c = the sum of half h of column x of the state a */
.macro sum c, a, h, x
    mov \c, [esp + \a + 100 * \h + 4 * \x]
    xor \c, [esp + \a + 100 * \h + 4 * \x + 20]
    xor \c, [esp + \a + 100 * \h + 4 * \x + 40]
    xor \c, [esp + \a + 100 * \h + 4 * \x + 60]
    xor \c, [esp + \a + 100 * \h + 4 * \x + 80]
.endm

/* Theta adds to half 0 of column x - 1 the sums p of half 0 of column x - 2 and
 * q of half 1 of column x, rotated, and to half 1 of column x + 1 the sums q
 * and r of half 0 of column x + 2. r is made here, or is given. */
.macro add_to a, x, p, q, r, given
    sum \q, \a, 1, \x
    mov T, \q
    rol T, 1
    xor T, \p
    mov [esp + D + 4 * ((\x + 4) % 5)], T
    .ifb \given
    sum \r, \a, 0, ((\x+2)%5)
    .endif
    xor \q, \r
    mov [esp + D + 20 + 4 * ((\x + 1) % 5)], \q
.endm

/* A sum is wanted twice, and the ten form a ring: none goes to memory. */
.macro theta a
    sum B0, \a, 0, 0
    add_to \a, 2, B0, B1, B2
    add_to \a, 1, B2, B1, B3
    add_to \a, 0, B3, B1, B2
    add_to \a, 4, B2, B1, B3
    add_to \a, 3, B3, B1, B0, given
.endm

/* b = half h of lane x of row y, which rho rotates by n, behind theta, rho and
 * pi: of a half and a column of a */
.macro lane b, a, h, x, y, n
    .set half, (\n + \h) % 2
    .set column, (\x + 3 * \y) % 5
    mov \b, [esp + \a + 100 * half + 4 * column + 20 * \x]
    xor \b, [esp + D + 20 * half + 4 * column]
    .if (\n + 1 - \h) / 2
    rol \b, (\n + 1 - \h) / 2
    .endif
.endm

.macro lanes a, h, y, n0, n1, n2, n3, n4
    lane B0, \a, \h, 0, \y, \n0
    lane B1, \a, \h, 1, \y, \n1
    lane B2, \a, \h, 2, \y, \n2
    lane B3, \a, \h, 3, \y, \n3
    lane B4, \a, \h, 4, \y, \n4
.endm

/* to = b ^ (c op d), in d */
.macro chi to, b, c, op, d
    \op \d, \c
    xor \d, \b
    mov [esp + \to], \d
.endm

/* The same with c and d kept */
.macro chi_kept to, b, c, op, d
    mov T, \d
    chi \to, \b, \c, \op, T
.endm

/* Half h of a round, from a to e; i is 0 or 1 */
.macro half_round e, a, h, i
    lanes \a, \h, 0, 0, 44, 43, 21, 14
    mov U, [CONSTANT]
    mov T, B1
    or T, B2
    xor T, [U + 8 * \i + 4 * \h] /* iota */
    xor T, B0
    mov [esp + \e + 100 * \h], T
    chi_kept \e+100*\h+16, B4, B0, and, B1
    chi \e+100*\h+12, B3, B4, or, B0
    chi \e+100*\h+8, B2, B3, and, B4
    not B2
    chi \e+100*\h+4, B1, B2, or, B3

    lanes \a, \h, 1, 28, 20, 3, 45, 61
    chi_kept \e+100*\h+24, B1, B2, and, B3
    chi_kept \e+100*\h+20, B0, B1, or, B2
    chi \e+100*\h+36, B4, B0, and, B1
    chi \e+100*\h+32, B3, B4, or, B0
    not B4
    chi \e+100*\h+28, B2, B3, or, B4

    lanes \a, \h, 2, 1, 6, 25, 8, 18
    chi_kept \e+100*\h+44, B1, B2, and, B3
    not B3
    chi_kept \e+100*\h+40, B0, B1, or, B2
    chi \e+100*\h+56, B4, B0, and, B1
    chi \e+100*\h+52, B3, B4, or, B0
    chi \e+100*\h+48, B2, B3, and, B4

    lanes \a, \h, 3, 27, 36, 10, 15, 56
    chi_kept \e+100*\h+64, B1, B2, or, B3
    not B3
    chi_kept \e+100*\h+60, B0, B1, and, B2
    chi \e+100*\h+76, B4, B0, or, B1
    chi \e+100*\h+72, B3, B4, and, B0
    chi \e+100*\h+68, B2, B3, or, B4

    lanes \a, \h, 4, 62, 55, 39, 41, 2
    chi_kept \e+100*\h+96, B4, B0, and, B1
    not B1
    chi_kept \e+100*\h+92, B3, B4, or, B0
    chi \e+100*\h+88, B2, B3, and, B4
    chi \e+100*\h+84, B1, B2, or, B3
    chi \e+100*\h+80, B0, B1, and, B2
.endm

.macro round e, a, i
    theta \a
    half_round \e, \a, 0, \i
    half_round \e, \a, 1, \i
.endm

/* Exchange the bits of ebx under the mask with those of eax n places higher. */
.macro exchange n, mask
    mov T, eax
    shr T, \n
    xor T, ebx
    and T, \mask
    xor ebx, T
    shl T, \n
    xor eax, T
.endm

/* Lane i of the block at esi. The number of a bit has six digits, the first of
 * which says the word, and to separate the bits turns these around, by
 * exchanges of that first digit with each other one. The one of half-words is
 * done by loading them so: */
.macro absorb i
    mov eax, [esi + 8 * \i + 2]
    mov ax, [esi + 8 * \i]
    mov ebx, [esi + 8 * \i + 4]
    mov bx, [esi + 8 * \i + 2]
    exchange 8, 0x00ff00ff
    exchange 4, 0x0f0f0f0f
    exchange 2, 0x33333333
    exchange 1, 0x55555555
    xor [esp + A + 4 * \i], eax
    xor [esp + A + 4 * \i + 100], ebx
.endm

/* And back, to esi */
.macro squeeze i
    mov eax, [esp + A + 4 * \i]
    mov ebx, [esp + A + 4 * \i + 100]
    /* complemented */
    .if \i == 1 || \i == 2 || \i == 8 || \i == 12 || \i == 17 || \i == 20
    not eax
    not ebx
    .endif
    exchange 1, 0x55555555
    exchange 2, 0x33333333
    exchange 4, 0x0f0f0f0f
    exchange 8, 0x00ff00ff
    mov [esi + 8 * \i], ax
    mov [esi + 8 * \i + 2], bx
    shr eax, 16
    shr ebx, 16
    mov [esi + 8 * \i + 4], ax
    mov [esi + 8 * \i + 6], bx
.endm

    FUNCTION keccak, 6
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    sub esp, FRAME
    .cfi_adjust_cfa_offset FRAME
    xor eax, eax
    mov ecx, 50
1:
    mov [esp + A + 4 * ecx - 4], eax
    dec ecx
    jnz 1b
    not eax
    .irp i, 1, 2, 8, 12, 17, 20
    mov [esp + A + 4 * \i], eax
    mov [esp + A + 4 * \i + 100], eax
    .endr

.Lblock:
    mov esi, [IN]
    cmp dword ptr [BLOCKS], 0
    jne 2f
    mov esi, [LAST]
2:
    .irp i, EVERY_LANE
    .if 8 * \i < RATE
    absorb \i
    .endif
    .endr
.Lpermute:
    call .Lhere
.Lhere:
    .cfi_adjust_cfa_offset 4
    pop eax
    .cfi_adjust_cfa_offset -4
    add eax, [eax + to_constants]
    mov [CONSTANT], eax

/* registers now hold nothing that is needed */
    .p2align 6
.Lrounds:
    round E, A, 0
    round A, E, 1
    mov U, [CONSTANT]
    add U, 16
    mov [CONSTANT], U
    test U, 0xff /* is this the end of the constants? */
    jnz .Lrounds

    add dword ptr [IN], RATE
    sub dword ptr [BLOCKS], 1
    jns .Lblock

    mov esi, [OUT]
    .irp i, EVERY_LANE
    .if \i < OUT_LANES
    squeeze \i
    .endif
    .endr
#if SQUEEZES > 1
    add dword ptr [OUT], RATE
    cmp dword ptr [BLOCKS], -SQUEEZES
    jne .Lpermute
#endif
    add esp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret

    .p2align 2
.Lto_constants:
    .long .Lconstants + 8 * (24 - ROUNDS) - .Lhere
    .set to_constants, .Lto_constants - .Lhere
    END_OF keccak

    .section .rodata
/* For iota, half 0 and half 1. The end is a multiple of 256, which ends the
 * loop. */
    .p2align 8
    .skip 64
.Lconstants:
    .long INTERLEAVED_CONSTANTS(PAIR)
