/* SPDX-License-Identifier: CC0-1.0 */
/* F_8 of JH, bit-sliced, for x86 without MMX; with it, x86-mmx is faster.
 *
 *   void blocks(jh_state *h, const unsigned char *in, size_t n,
 *               const unsigned char *constants);
 *
 *   for each of n > 0 blocks of 64 bytes: h = F_8(h, block)
 *
 * All arguments are on the stack; constants has for each round 16 bytes for the
 * even words and 16 for the odd ones. No alignment is asked for.
 *
 * The idea: a word of JH is four words here, its lanes, which only the swaps of
 * distance 32 and 64 exchange. Those two are a choice of where to load and
 * store, so what a lane does is a matter of its own, and the lanes take turns
 * round by round: one's results have the time of three others' rounds to go
 * through memory. The registers hold the even words of a lane, then the odd
 * ones; to the even ones L adds where they are.
 * There is no "and not": so that each "and" has operands of which both or none
 * are complemented, and thus is an "and" or an "or", words 4 and 5 are
 * complemented from the first round to the last, and within a round four words
 * are complemented on their way; no order with fewer was found.
 *
 * Floor: in a round of a lane 42 operations for the S-boxes, 14 copies and two
 * loads of constants, 11 instructions for L, and 16 loads and stores of words;
 * for the swap of a word 5, 5, 6, 2, 1, 0 and 0, of the first three one a copy.
 * Seven rounds have 671, of which 428 are operations and not moves. At four of
 * these a cycle it is 40.1 cycles/byte, at six instructions a cycle 41.9.
 *
 * With SSE2 compilers make vectors of portable C, which takes a third of the
 * time, and sse2 less. */

#include "asm.h"

    .intel_syntax noprefix

#define blocks CRYPTO_NAMESPACE(blocks)

/* Four words of a lane, even or odd; two for passing use */
#define W0 eax
#define W1 ebx
#define W2 ecx
#define W3 edx
#define T esi
#define U edi
#define CONSTANT ebp            /* of seven rounds */

/* The stack: of four lanes the even words and the odd ones, and where the odd
 * ones are before and after seven rounds. A lane has 16 bytes. */
#define EVEN   0
#define ODD    64
#define WAIT   128
#define TIMES  esp + 192        /* seven rounds to go */
#define FRAME  196
#define H      esp + FRAME + 20 /* behind 4 registers and the return */
#define IN     esp + FRAME + 24
#define LEFT   esp + FRAME + 28
#define CONSTANTS esp + FRAME + 32

.macro load from
    mov W0, [esp + \from]
    mov W1, [esp + \from + 4]
    mov W2, [esp + \from + 8]
    mov W3, [esp + \from + 12]
.endm

.macro store to
    mov [esp + \to], W0
    mov [esp + \to + 4], W1
    mov [esp + \to + 8], W2
    mov [esp + \to + 12], W3
.endm

/* x ^= y op z */
.macro change x, y, op, z
    mov U, \y
    \op U, \z
    xor \x, U
.endm

/* S_0 where the bit of k is 0, S_1 where it is 1: what even and odd words have
 * in common. Takes W2 complemented; now W0, W1 and W3 are. */
.macro begin k
    change W0, [CONSTANT+\k], and, W2
    mov T, W0
    and T, W1
    xor T, [CONSTANT+\k]
    change W0, W2, or, W3
    change W3, W2, or, W1
    change W1, W0, or, W2
    change W2, W0, or, W3
.endm

/* Gives W1 and W2 complemented. */
.macro substitute_even k
    begin \k
    not W3
    change W0, W3, and, W1
    not W2
    change W3, W1, or, W2
    xor W2, T
    and T, W0
    xor W1, T
.endm

/* Gives W0, W1 and W2 complemented. */
.macro substitute_odd k
    begin \k
    not W1
    change W0, W3, or, W1
    change W3, W1, and, W2
    not T
    xor W2, T
    or T, W0
    xor W1, T
.endm

/* Bits i and i ^ d of x change places. */
.macro swap_1 x, t
    mov \t, \x
    shr \x, 1
    and \t, 0x55555555
    and \x, 0x55555555
    lea \x, [\x + 2 * \t]
.endm

.macro swap_2 x, t
    mov \t, \x
    shr \x, 2
    and \t, 0x33333333
    and \x, 0x33333333
    lea \x, [\x + 4 * \t]
.endm

.macro swap_4 x, t
    mov \t, \x
    shr \x, 4
    and \t, 0x0f0f0f0f
    and \x, 0x0f0f0f0f
    shl \t, 4
    or \x, \t
.endm

.macro swap_8 x, t
    bswap \x
    rol \x, 16
.endm

.macro swap_16 x, t
    rol \x, 16
.endm

.macro swap_none x, t
.endm

/* A round of a lane, its constants at k, its odd words from and to */
.macro round k, swap, even, from, to
    load \even
    substitute_even \k
    store \even
    load \from
    substitute_odd \k+16
/* L, which leaves the even words where they are */
    xor W0, [esp + \even + 4]
    xor W1, [esp + \even + 8]
    xor W2, [esp + \even]
    xor W2, [esp + \even + 12]
    xor W3, [esp + \even]
    mov T, W0
    xor T, W3
    xor [esp + \even], W1
    xor [esp + \even + 4], W2
    xor [esp + \even + 8], T
    xor [esp + \even + 12], W0
    \swap W0, T
    \swap W1, U
    \swap W2, T
    \swap W3, U
    store \to
.endm

.macro rounds r, swap, from, to
    round 32*\r, \swap, EVEN, \from, \to
    round 32*\r+4, \swap, EVEN+16, \from+16, \to+16
    round 32*\r+8, \swap, EVEN+32, \from+32, \to+32
    round 32*\r+12, \swap, EVEN+48, \from+48, \to+48
.endm

/* A word of each lane ^= 16 bytes of a block */
.macro add_word to, p
    .irp lane, 0, 1, 2, 3
    mov eax, [edx + \p + 4 * \lane]
    xor [esp + \to + 16 * \lane], eax
    .endr
.endm

/* Words 2i to 2i + 3 ^= the block at edx */
.macro add_block i
    add_word EVEN+4*\i, 0
    add_word WAIT+4*\i, 16
    add_word EVEN+4*\i+4, 32
    add_word WAIT+4*\i+4, 48
.endm

/* y = x, complemented if i is 2 */
.macro copy i, y, x
    mov eax, [\x]
    .if \i == 2
    not eax
    .endif
    mov [\y], eax
.endm

    FUNCTION blocks, 6
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    sub esp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov edx, [H]
    .irp i, 0, 1, 2, 3
    .irp lane, 0, 1, 2, 3
    copy \i, esp+EVEN+16*\lane+4*\i, edx+32*\i+4*\lane
    copy \i, esp+WAIT+16*\lane+4*\i, edx+32*\i+4*\lane+16
    .endr
    .endr

.Lblock:
    mov edx, [IN]
    add_block 0
    mov CONSTANT, [CONSTANTS]
    mov dword ptr [TIMES], 6

/* registers now hold CONSTANT */
    .p2align 6
.Lseven:
    rounds 0, swap_1, WAIT, ODD
    rounds 1, swap_2, ODD, ODD
    rounds 2, swap_4, ODD, ODD
    rounds 3, swap_8, ODD, ODD
    rounds 4, swap_16, ODD, ODD
    rounds 5, swap_none, ODD, ODD
/* from where distance 32 puts them, to where distance 64 does */
    round 192, swap_none, EVEN, ODD+16, WAIT+32
    round 196, swap_none, EVEN+16, ODD, WAIT+48
    round 200, swap_none, EVEN+32, ODD+48, WAIT
    round 204, swap_none, EVEN+48, ODD+32, WAIT+16
    add CONSTANT, 7 * 32
    dec dword ptr [TIMES]
    jnz .Lseven

    mov edx, [IN]
    add_block 2
    add edx, 64
    mov [IN], edx
    dec dword ptr [LEFT]
    jnz .Lblock

    mov edx, [H]
    .irp i, 0, 1, 2, 3
    .irp lane, 0, 1, 2, 3
    copy \i, edx+32*\i+4*\lane, esp+EVEN+16*\lane+4*\i
    copy \i, edx+32*\i+4*\lane+16, esp+WAIT+16*\lane+4*\i
    .endr
    .endr
    add esp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret
    END_OF blocks
