/* SPDX-License-Identifier: CC0-1.0 */
/* F_8 of JH, bit-sliced, for x86 with MMX.
 *
 *   void blocks(jh_state *h, const unsigned char *in, size_t n,
 *               const unsigned char *constants);
 *
 *   for each of n > 0 blocks of 64 bytes: h = F_8(h, block)
 *
 * All arguments are on the stack; constants has for each round 16 bytes for the
 * even words and 16 for the odd ones. No alignment is asked for.
 *
 * The idea: a word of JH is two words here, its lanes, which meet only in the
 * swap of distance 64. That one is a choice of where to store, so what a lane
 * does is a matter of its own, and the lanes take turns round by round: one's
 * results have the time of the other's round to go through memory. Eight
 * registers hold what a step is about: four even words and two for passing use,
 * then four odd words in place of two of the even ones. The S-boxes have 19
 * operations each, with words 4, 5 and 7 complemented from the first round to
 * the last.
 *
 * Floor: in a round of a lane 38 operations for the S-boxes, 17 copies and
 * loads of operands, 10 for L, 20 loads and stores of words; and for the swap
 * of a word 6, 6, 6, 4, 4, 3 and 0 instructions, one of each a copy. Seven
 * rounds have 711, of which 428 operations and 101 copies want a vector pipe:
 * with four of these, 24.8 cycles/byte, and 20.1 if copies are free; at six
 * instructions a cycle, 22.2.
 *
 * This was tuned on a Zen 3. A Redwood Cove has two pipes for MMX, and copies
 * take one of them: 49.6 cycles/byte, hardly less than without MMX. With SSE2
 * compilers make vectors of portable C, which is faster on both cores, and sse2
 * is faster still. */

#include "asm.h"

    .intel_syntax noprefix

#define blocks CRYPTO_NAMESPACE(blocks)

/* Words 2i are Ai, words 2i + 1 are Bi. */
#define A0 mm0
#define A1 mm1
#define A2 mm2
#define A3 mm3
#define B0 mm4
#define B1 mm2
#define B2 mm3
#define B3 mm5
#define T mm6
#define U mm7

#define CONSTANT eax            /* of seven rounds */
#define ODD_1 esi               /* the odd words of lane 1 */
#define FREE edi                /* where they may go */
#define TIMES ecx               /* seven rounds to go */
#define ARGUMENT ebp            /* ebp, ebx, esi, edi, return, arguments */
#define H    ARGUMENT + 20
#define IN   ARGUMENT + 24
#define LEFT ARGUMENT + 28
#define CONSTANTS ARGUMENT + 32

/* The stack, aligned to 64 bytes: the even words of lanes 0 and 1, the odd ones
 * of lane 0, masks, twice room for the odd words of lane 1 */
#define EVEN_0 esp
#define EVEN_1 esp+32
#define ODD_0  esp+64
#define MASK_1 esp + 96
#define MASK_2 esp + 104
#define MASK_4 esp + 112
#define ROOM_1 esp + 128
#define ROOM_2 esp + 160
#define FRAME  192

/* x ^= y op z */
.macro change x, y, op, z
    movq U, \y
    \op U, \z
    pxor \x, U
.endm

/* S_0 where the bit of k is 0, S_1 where it is 1: takes A2 complemented and
 * gives A1 complemented. c is where A2 is, too. */
.macro substitute_even k, c
    change A0, [\k], pand, A2
    movq T, A0
    pand T, A1
    pxor T, [\k]
    change A0, [\c], por, A3
    change A3, [\c], por, A1
    change A1, A0, por, A2
    change A2, A0, por, A3
    change A0, A3, pandn, A1
    change A3, A1, pandn, A2
    pxor A2, T
    pand T, A0
    pxor A1, T
.endm

/* Takes B2 and B3, gives B0, B2 and B3 complemented. c is where B2 is, too. */
.macro substitute_odd k, c
    change B0, [\k], pand, B2
    movq T, B0
    pand T, B1
    pxor T, [\k]
    change B0, [\c], pandn, B3
    change B3, [\c], por, B1
    change B1, B2, pandn, B0
    change B2, B0, pand, B3
    change B0, B1, pandn, B3
    change B3, B2, pandn, B1
    change B1, B0, pandn, T
    pxor B2, T
.endm

/* Bits i and i ^ d of x change places. */
.macro swap_bits x, t, d, mask
    movq \t, \x
    psrlq \x, \d
    pand \t, [\mask]
    pand \x, [\mask]
    psllq \t, \d
    por \x, \t
.endm

.macro swap_1 x, t
    swap_bits \x, \t, 1, MASK_1
.endm

.macro swap_2 x, t
    swap_bits \x, \t, 2, MASK_2
.endm

.macro swap_4 x, t
    swap_bits \x, \t, 4, MASK_4
.endm

.macro swap_8 x, t
    movq \t, \x
    psrlw \x, 8
    psllw \t, 8
    por \x, \t
.endm

.macro swap_16 x, t
    movq \t, \x
    psrld \x, 16
    pslld \t, 16
    por \x, \t
.endm

.macro swap_32 x, t
    movq \t, \x
    psrlq \x, 32
    punpckldq \x, \t
.endm

.macro swap_none x, t
.endm

/* A round of a lane, its constants at k, its odd words from and to */
.macro round k, swap, even, from, to
    movq A0, [\even]
    movq A1, [\even + 8]
    movq A2, [\even + 16]
    movq A3, [\even + 24]
    substitute_even \k, \even+16
    movq [\even + 16], A2
    movq [\even + 24], A3
    movq B0, [\from]
    movq B1, [\from + 8]
    movq B2, [\from + 16]
    movq B3, [\from + 24]
    substitute_odd \k+16, \from+16
/* L and the swap, word by word */
    pxor B0, A1
    pxor B1, [\even + 16]
    pxor B2, [\even + 24]
    pxor B3, A0
    pxor B2, A0
    pxor A0, B1
    pxor A1, B2
    movq [\even], A0
    movq [\even + 8], A1
    movq A0, [\even + 16]
    movq A1, [\even + 24]
    \swap B1, T
    \swap B2, U
    movq [\to + 8], B1
    movq [\to + 16], B2
    pxor A0, B0
    pxor A1, B0
    pxor A0, B3
    movq [\even + 24], A1
    movq [\even + 16], A0
    \swap B0, T
    \swap B3, U
    movq [\to], B0
    movq [\to + 24], B3
.endm

.macro round_of_both r, swap
    round CONSTANT+32*\r, \swap, EVEN_0, ODD_0, ODD_0
    round CONSTANT+32*\r+8, \swap, EVEN_1, ODD_1, ODD_1
.endm

/* x ^= what is at p */
.macro add_to x, p
    movq mm0, [\x]
    pxor mm0, [\p]
    movq [\x], mm0
.endm

/* Words 2i to 2i + 3 of a lane ^= those at p of a block */
.macro add_block i, even, odd, p
    add_to \even+8*\i, \p
    add_to \odd+8*\i, \p+16
    add_to \even+8*\i+8, \p+32
    add_to \odd+8*\i+8, \p+48
.endm

/* y = x, complemented if so said */
.macro copy y, x, complemented
    movq mm0, [\x]
    .if \complemented
    pxor mm0, mm7
    .endif
    movq [\y], mm0
.endm
.macro mask to, value
    mov dword ptr [\to], \value
    mov dword ptr [\to + 4], \value
.endm

    FUNCTION blocks, 6
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    mov ARGUMENT, esp
    .cfi_def_cfa_register ebp
    sub esp, FRAME
    and esp, -64
    mask MASK_1, 0x55555555
    mask MASK_2, 0x33333333
    mask MASK_4, 0x0f0f0f0f
    lea ODD_1, [ROOM_1]
    lea FREE, [ROOM_2]
    mov edx, [H]
    pcmpeqd mm7, mm7
    .irp i, 0, 1, 2, 3
    copy EVEN_0+8*\i, edx+32*\i, (\i==2)
    copy EVEN_1+8*\i, edx+32*\i+8, (\i==2)
    copy ODD_0+8*\i, edx+32*\i+16, (\i>=2)
    copy ODD_1+8*\i, edx+32*\i+24, (\i>=2)
    .endr

.Lblock:
    mov edx, [IN]
    add_block 0, EVEN_0, ODD_0, edx
    add_block 0, EVEN_1, ODD_1, edx+8
    mov CONSTANT, [CONSTANTS]
    mov TIMES, 6

/* registers now hold CONSTANT, ODD_1, FREE, TIMES */
    .p2align 6
.Lseven:
    round_of_both 0, swap_1
    round_of_both 1, swap_2
    round_of_both 2, swap_4
    round_of_both 3, swap_8
    round_of_both 4, swap_16
    round_of_both 5, swap_32
    round CONSTANT+192, swap_none, EVEN_0, ODD_0, FREE
    round CONSTANT+200, swap_none, EVEN_1, ODD_1, ODD_0
    xchg ODD_1, FREE
    add CONSTANT, 7 * 32
    dec TIMES
    jnz .Lseven

    mov edx, [IN]
    add_block 2, EVEN_0, ODD_0, edx
    add_block 2, EVEN_1, ODD_1, edx+8
    add edx, 64
    mov [IN], edx
    dec dword ptr [LEFT]
    jnz .Lblock

    mov edx, [H]
    pcmpeqd mm7, mm7
    .irp i, 0, 1, 2, 3
    copy edx+32*\i, EVEN_0+8*\i, (\i==2)
    copy edx+32*\i+8, EVEN_1+8*\i, (\i==2)
    copy edx+32*\i+16, ODD_0+8*\i, (\i>=2)
    copy edx+32*\i+24, ODD_1+8*\i, (\i>=2)
    .endr
    emms
    mov esp, ARGUMENT
    .cfi_def_cfa esp, 20
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret
    END_OF blocks
