/* SPDX-License-Identifier: CC0-1.0 */

/* Groestl by table lookups, for x86 with MMX.

     void table_compress(unsigned char h[8 * COLUMNS], const unsigned char *in,
                         uint64_t n, const uint64_t t[8][256]);
     for each of n > 0 blocks m at in: h = P(h ^ m) ^ Q(m) ^ h

     void table_output(unsigned char h[8 * COLUMNS], const uint64_t t[8][256]);
     h = P(h) ^ h

   All arguments are on the stack, of n the low word counts: memory has no 2^32
   blocks. No alignment is needed; the states are aligned to 64 bytes here, for
   the sake of a steady speed.
   t[r][s] is what byte s in row r adds to its column: SubBytes and MixBytes.

   The idea: a column is read once, in halves that are cut into bytes, and what
   the tables give for these is added to eight columns of the next state. These
   sums are in the MMX registers, so a lookup is one operation and not two. The
   sum of column j is in mm(j % 8). Groestl-256 has eight sums at a time; in
   Groestl-512 a byte moves by 0 to 6 columns, or 11. But for the 11, column c
   adds to c - 6, ..., c alone, of which the first is then complete: a window of
   seven sums slides over the sixteen, and a bit further, where the first
   columns add to the last sums. The byte that moves by 11 is loaded alone.

   Q's columns are rotated by a byte: row r is byte r + 1, its tables are those
   of r + 1, and row 7 is the low byte. So P and Q both have the constant that
   changes there, 16 c ^ i = 16 c + i, and a lea makes it.

   Floor: the eight lookups of a column are loads to vector registers, and there
   are two such loads a cycle: 64 cycles a round of P and Q for Groestl-256, 10
   cycles a byte; 128 and 14 for Groestl-512. */

#include "params.h"

        .intel_syntax noprefix
        .altmacro

#define table_compress CRYPTO_NAMESPACE(table_compress)
#define table_output CRYPTO_NAMESPACE(table_output)

#define T       ebp
#define x       esi             /* behind P's state and at Q's */
#if COLUMNS == 8
#define y       esi             /* the next state takes the place of this, */
#define STATES  1
#define PAIRS   4               /* of columns a round */
#else
#define y       edi             /* or is made elsewhere */
#define STATES  2
#define PAIRS   11
#endif
#define i       edx             /* the round */
/* eax and ebx have the halves of a column, ecx a byte */

/* The stack: states, then: */
#define BLOCK   (8 * COLUMNS)
#define H       esp + STATES * 2 * BLOCK
#define IN      esp + STATES * 2 * BLOCK + 4
#define LEFT    esp + STATES * 2 * BLOCK + 8
#define OLD_ESP esp + STATES * 2 * BLOCK + 12
#define FRAME   (STATES * 2 * BLOCK + 64)

/* sum n = or ^= entry of table p */
.macro entry op, n, p
        \op     mm\n, [T + 8 * ecx + 2048 * \p]
.endm

.macro store n, to
        movq    [y + \to], mm\n
.endm

/* What byte p of column c, which moves by s, adds. a, low and high are the
   register of the half, of which the bytes below "first" are shifted out. */
.macro cell p, s, a, low, high
        .if     COLUMNS == 8 || (\s < 7) * (c >= \s) * (c < COLUMNS + \s)
        .if     first < \p % 4 / 2 * 2
        shr     \a, 16
        .set    first, 2
        .endif
        .if     \p % 2
        movzx   ecx, \high
        .else
        movzx   ecx, \low
        .endif
        .if     (COLUMNS == 8) * (c == 0) || (COLUMNS > 8) * (\s == 0)
        entry   movq, %((c+8-\s)%8), \p
        .else
        entry   pxor, %((c+8-\s)%8), \p
        .endif
        .endif
.endm

/* what byte p of column c + 11 adds to column c */
.macro far at, q, p, s
        .if     (\s == 11) * (c < COLUMNS)
        movzx   ecx, byte ptr [x + \at + 8 * ((c + 11) % COLUMNS) + \p]
        .if     \q
        xor     ecx, 255
        .endif
        entry   pxor, %((c+11-\s)%8), \p
        .endif
.endm

/* Column c of the state at x + at; s0 to s7 are the moves of its bytes. */
.macro column at, q, s0, s1, s2, s3, s4, s5, s6, s7
        lea     eax, [i + 16 * (c % COLUMNS)]
        xor     eax, [x + \at + 8 * (c % COLUMNS)]
        mov     ebx, [x + \at + 8 * (c % COLUMNS) + 4]
        .if     \q
        not     eax
        not     ebx
        .endif
        .set    first, 0
        cell    0, \s0, eax, al, ah
        cell    1, \s1, eax, al, ah
        cell    2, \s2, eax, al, ah
        cell    3, \s3, eax, al, ah
        .set    first, 0
        cell    4, \s4, ebx, bl, bh
        cell    5, \s5, ebx, bl, bh
        cell    6, \s6, ebx, bl, bh
        cell    7, \s7, ebx, bl, bh
        far     \at, \q, 4, \s4
        far     \at, \q, 7, \s7
        .if     (COLUMNS > 8) * (c >= 6)
        store   %((c-6)%8), %(\at+8*(c-6))
        .endif
        .set    c, c + 1
.endm

.macro columns at, q, moves:vararg
        .set    c, 0
        .rept   2 * PAIRS
        column  \at, \q, \moves
        .endr
        .if     COLUMNS == 8
        .irp    j, 0, 1, 2, 3, 4, 5, 6, 7
        store   \j, %(\at+8*\j)
        .endr
        .endif
.endm

/* round i of P and of Q */
.macro round_p moves:vararg
        columns %(-BLOCK), 0, \moves
.endm

.macro round_q s0, s1, s2, s3, s4, s5, s6, s7
        columns 0, 1, \s7, \s0, \s1, \s2, \s3, \s4, \s5, \s6
.endm

.macro swap_states
        .if     STATES == 2
        xchg    x, y
        .endif
.endm

/* eax = the arguments */
.macro enter
        push    ebx
        push    ebp
        push    esi
        push    edi
        mov     ecx, esp
        lea     eax, [esp + 20]
        sub     esp, FRAME
        and     esp, -64
        mov     [OLD_ESP], ecx
.endm

.macro states
        lea     x, [esp + BLOCK]
        .if     STATES == 2
        lea     y, [esp + 3 * BLOCK]
        .endif
.endm

.macro leave_mmx
        emms
        mov     esp, [OLD_ESP]
        pop     edi
        pop     esi
        pop     ebp
        pop     ebx
        ret
.endm

        .text
        .globl  table_compress
        .type   table_compress, @function
        .p2align 6
table_compress:
        enter
        mov     ebx, [eax]
        mov     ecx, [eax + 4]
        mov     edx, [eax + 8]
        mov     T, [eax + 16]
        mov     [H], ebx
        mov     [IN], ecx
        mov     [LEFT], edx
        states

        .p2align 6
/* registers now hold: T, x, y */
1:      mov     eax, [IN]
        mov     ebx, [H]
        .set    k, 0
        .rept   COLUMNS
        movq    mm0, [eax + k]
        movq    mm1, mm0
        movq    mm2, mm0
        pxor    mm2, [ebx + k]
        psllq   mm0, 8
        psrlq   mm1, 56
        por     mm0, mm1
        movq    [x - BLOCK + k], mm2
        movq    [x + k], mm0
        .set    k, k + 8
        .endr
        xor     i, i

        .p2align 6
/* registers now hold: T, x, y, i. Q is first: it does not wait for h. */
2:      round_q SHIFTS_Q
        round_p SHIFTS_P
        swap_states
        inc     i
        cmp     i, ROUNDS
        jne     2b

        mov     ebx, [H]
        .set    k, 0
        .rept   COLUMNS
        movq    mm0, [x + k]
        movq    mm1, mm0
        movq    mm2, [x - BLOCK + k]
        psrlq   mm0, 8
        psllq   mm1, 56
        pxor    mm2, [ebx + k]
        por     mm0, mm1
        pxor    mm0, mm2
        movq    [ebx + k], mm0
        .set    k, k + 8
        .endr
        add     dword ptr [IN], BLOCK
        dec     dword ptr [LEFT]
        jne     1b
        leave_mmx
        .size   table_compress, . - table_compress

        .globl  table_output
        .type   table_output, @function
        .p2align 6
table_output:
        enter
        mov     ebx, [eax]
        mov     T, [eax + 4]
        mov     [H], ebx
        states
        .set    k, 0
        .rept   COLUMNS
        movq    mm0, [ebx + k]
        movq    [x - BLOCK + k], mm0
        .set    k, k + 8
        .endr
        xor     i, i

        .p2align 6
/* registers now hold: T, x, y, i */
3:      round_p SHIFTS_P
        swap_states
        inc     i
        cmp     i, ROUNDS
        jne     3b

        mov     ebx, [H]
        .set    k, 0
        .rept   COLUMNS
        movq    mm0, [x - BLOCK + k]
        pxor    mm0, [ebx + k]
        movq    [ebx + k], mm0
        .set    k, k + 8
        .endr
        leave_mmx
        .size   table_output, . - table_output

        .section .note.GNU-stack, "", @progbits
