/* SPDX-License-Identifier: CC0-1.0 */
/*
 * void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
 *             unsigned long long blocks, const unsigned char last[RATE])
 *
 * Keccak-f[1600] in MMX's registers: a row at work, and two words for passing
 * use. A round goes from one of two states on the stack to the other.
 *
 * Six lanes are complemented all the time (Keccak implementation overview,
 * version 3.2, section 2.2), so that a row needs not five complements but one.
 * The outputs x, x - 1, ... of a row come in this order: all but two then have
 * a word that they are the last to use, and can be made in it. The complement
 * is where nothing else wants the word as it was. Row 4 is the last, and theta
 * takes it from registers and not through memory.
 *
 * Floor: a round is 193 operations, 20 for the sums, 20 for what theta adds and
 * 25 to add it, 72 for 24 rotations, 55 for chi, 1 for iota; with 44 copies, 25
 * loads and 30 stores, 292 instructions. Six of these a cycle are 49 cycles; on
 * four vector pipes operations are 48, or 59 if copies are not free: that is
 * 10.5 cycles/byte at a rate of 136 bytes.
 *
 * This is for cores with four pipes for MMX: it was tuned on a Zen 3. A Redwood
 * Cove has two, copies take one of them, too, and a round 118 cycles at least:
 * general registers, in x86 and in opt32, are faster there.
 *
 * All arguments are on the stack; of blocks the low word counts: memory has no
 * 2^32 of them. No alignment is asked for.
 */

#include "asm.h"
#include "keccak.h"

    .intel_syntax noprefix

#define keccak CRYPTO_NAMESPACE(keccak)

/* The row at work, and what else there is */
#define B0 mm0
#define B1 mm1
#define B2 mm2
#define B3 mm3
#define B4 mm4
#define T mm5
#define U mm6
#define ONES mm7

#define CONSTANT eax            /* the next */
#define LEFT ecx                /* blocks */
#define FROM edx                /* the block */
#define A esi - 96              /* the state, and */
#define E edi - 96              /* the next one, within short offsets */
#define D esp                   /* what theta adds, before these on the stack */
#define ARGUMENT ebp            /* ebp, ebx, esi, edi, return, arguments */
#define FRAME 440

/* Row 4 stays in registers for theta. */
#define C0 B2
#define C1 B3
#define C2 B4
#define C3 U
#define C4 T

/* c, which holds row 4 = the sum of column x */
.macro sum c, x
    pxor \c, [A + 8 * \x]
    pxor \c, [A + 8 * \x + 40]
    pxor \c, [A + 8 * \x + 80]
    pxor \c, [A + 8 * \x + 120]
.endm

/* What theta adds to column x: the sum p of the one before it, and the sum q of
 * the one after it, rotated */
.macro add_to x, p, q
    movq B0, \q
    movq B1, \q
    psllq B0, 1
    psrlq B1, 63
    pxor B0, \p
    pxor B0, B1
    movq [D + 8 * \x], B0
.endm

.macro theta
    sum C0, 0
    sum C1, 1
    sum C2, 2
    sum C3, 3
    sum C4, 4
    add_to 0, C4, C1
    add_to 1, C0, C2
    add_to 2, C1, C3
    add_to 3, C2, C4
    add_to 4, C3, C0
.endm

/* b = lane x of row y, which rho rotates by n, behind theta, rho and pi */
.macro lane b, t, x, y, n
    movq \b, [A + 8 * ((\x + 3 * \y) % 5) + 40 * \x]
    pxor \b, [D + 8 * ((\x + 3 * \y) % 5)]
    .if \n
    movq \t, \b
    psllq \b, \n
    psrlq \t, 64 - \n
    por \b, \t
    .endif
.endm

.macro lanes y, n0, n1, n2, n3, n4
    lane B0, T, 0, \y, \n0
    lane B1, U, 1, \y, \n1
    lane B2, T, 2, \y, \n2
    lane B3, U, 3, \y, \n3
    lane B4, T, 4, \y, \n4
.endm

/* lane i = b ^ (c op d), in d */
.macro chi i, b, c, op, d
    \op \d, \c
    pxor \d, \b
    movq [E + 8 * \i], \d
.endm

/* The same with c and d kept, in t */
.macro chi_in t, i, b, c, op, d
    movq \t, \d
    chi \i, \b, \c, \op, \t
.endm

.macro complement b
    pxor \b, ONES
.endm

.macro round
    theta

    lanes 0, 0, 44, 43, 21, 14
    movq T, B1
    por T, B2
    pxor T, [CONSTANT] /* iota */
    pxor T, B0
    movq [E], T
    chi_in U, 4, B4, B0, pand, B1
    chi 3, B3, B4, por, B0
    chi 2, B2, B3, pand, B4
    complement B2
    chi 1, B1, B2, por, B3

    lanes 1, 28, 20, 3, 45, 61
    chi_in T, 6, B1, B2, pand, B3
    chi_in U, 5, B0, B1, por, B2
    chi 9, B4, B0, pand, B1
    chi 8, B3, B4, por, B0
    complement B4
    chi 7, B2, B3, por, B4

    lanes 2, 1, 6, 25, 8, 18
    chi_in T, 11, B1, B2, pand, B3
    complement B3
    chi_in U, 10, B0, B1, por, B2
    chi 14, B4, B0, pand, B1
    chi 13, B3, B4, por, B0
    chi 12, B2, B3, pand, B4

    lanes 3, 27, 36, 10, 15, 56
    chi_in T, 16, B1, B2, por, B3
    complement B3
    chi_in U, 15, B0, B1, pand, B2
    chi 19, B4, B0, por, B1
    chi 18, B3, B4, pand, B0
    chi 17, B2, B3, por, B4

    lanes 4, 62, 55, 39, 41, 2
    chi_in T, 24, B4, B0, pand, B1
    complement B1
    chi_in U, 23, B3, B4, por, B0
    chi 22, B2, B3, pand, B4
    chi 21, B1, B2, por, B3
    chi 20, B0, B1, pand, B2
.endm

.macro absorb i
    movq mm0, [FROM + 8 * \i]
    pxor mm0, [A + 8 * \i]
    movq [A + 8 * \i], mm0
.endm

.macro squeeze i
    movq mm0, [A + 8 * \i]
    /* complemented */
    .if \i == 1 || \i == 2 || \i == 8 || \i == 12 || \i == 17 || \i == 20
    complement mm0
    .endif
    movq [eax + 8 * \i], mm0
.endm

    FUNCTION keccak, 6
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    mov ARGUMENT, esp
    .cfi_def_cfa_register ebp
    sub esp, FRAME
    and esp, -64
    lea esi, [esp + 40 + 96]
    lea edi, [esp + 240 + 96]
    pxor mm0, mm0
    pcmpeqd ONES, ONES
    .irp i, 0, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16, 18, 19, 21, 22
    movq [A + 8 * \i], mm0
    .endr
    movq [A + 8 * 23], mm0
    movq [A + 8 * 24], mm0
    .irp i, 1, 2, 8, 12, 17, 20
    movq [A + 8 * \i], ONES
    .endr
    mov FROM, [ARGUMENT + 24]
    mov LEFT, [ARGUMENT + 28]
    call .Lhere
.Lhere:
    pop ebx
    add ebx, [ebx + to_constants]

.Lblock:
    test LEFT, LEFT
    cmovz FROM, [ARGUMENT + 36]
    .irp i, EVERY_LANE
    .if 8 * \i < RATE
    absorb \i
    .endif
    .endr
.Lpermute:
    mov CONSTANT, ebx
    movq C0, [A + 160]
    movq C1, [A + 168]
    movq C2, [A + 176]
    movq C3, [A + 184]
    movq C4, [A + 192]

/* registers now hold C0 to C4, which are row 4 of A, CONSTANT, LEFT, FROM,
 * ONES, those of A and E, and in ebx the address of the first constant */
    .p2align 6
.Lround:
    round
    xchg esi, edi
    add CONSTANT, 8
    test CONSTANT, 0xff /* is this the end of the constants? */
    jnz .Lround

    add FROM, RATE
    sub LEFT, 1
    jns .Lblock

    mov eax, [ARGUMENT + 20]
    .irp i, EVERY_LANE
    .if \i < OUT_LANES
    squeeze \i
    .endif
    .endr
#if SQUEEZES > 1
    add dword ptr [ARGUMENT + 20], RATE
    cmp LEFT, -SQUEEZES
    jne .Lpermute
#endif
    emms
    mov esp, ARGUMENT
    .cfi_def_cfa esp, 20
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
/* The end is a multiple of 256, which ends the loop. */
    .p2align 8
    .skip 64
.Lconstants:
    .quad ROUND_CONSTANTS
