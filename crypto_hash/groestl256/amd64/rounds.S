/* SPDX-License-Identifier: CC0-1.0 */

/* Groestl by table lookups, for any amd64 machine.

     void table_compress(unsigned char h[8 * COLUMNS], const unsigned char *in,
                         uint64_t n, const uint64_t t[8][256]);
     for each of n > 0 blocks m at in: h = P(h ^ m) ^ Q(m) ^ h

     void table_output(unsigned char h[8 * COLUMNS], const uint64_t t[8][256]);
     h = P(h) ^ h

   On entry: rdi = h, rsi = in or t, rdx = n, rcx = t; no alignment is needed.
   t[r][s] is what byte s in row r adds to its column: SubBytes and MixBytes.

   The idea: a column is read once, cut into bytes by the integer units, and
   what the tables give for these is added to eight columns of the next state.
   These sums are in the MMX registers, so the vector units add, and none is
   busy with both. The sum of column j is in mm(j % 8). Groestl-256 has eight
   sums at a time; in Groestl-512 a byte moves by 0 to 6 columns, or 11. But for
   the 11, column c adds to c - 6, ..., c alone, of which the first is then
   complete: a window of seven sums slides over the sixteen, and a bit further,
   where the first columns add to the last sums. The byte that moves by 11 is
   loaded alone.

   Q's columns are rotated by a byte: row r is byte r + 1, its tables are those
   of r + 1, and row 7 is the low byte. So P and Q both have their constant
   there, 16 c ^ i = 16 c + i, and a lea makes it. Q's ff in all other bytes
   comes with it, as ~(16 c + i) = ~i - 16 c.

   Floor: the eight lookups of a column are loads to vector registers, and there
   are two such loads a cycle: 64 cycles a round of P and Q for Groestl-256, 10
   cycles a byte; 128 and 14 for Groestl-512. In these 4 cycles a column the
   integer units have 13 operations, of 16 they could do. Tried for Groestl-256
   and slower: some or all sums in integer registers, bytes loaded one by one,
   two columns in alternation, P's state in integer registers, no loop. */

#include "params.h"

        .intel_syntax noprefix
        .altmacro

#define table_compress CRYPTO_NAMESPACE(table_compress)
#define table_output CRYPTO_NAMESPACE(table_output)

#define T       rbp
#define x       rsi             /* behind P's state and at Q's */
#if COLUMNS == 8
#define y       rsi             /* the next state takes the place of this, */
#define STATES  1
#define PAIRS   4               /* of columns a round */
#else
#define y       rdi             /* or is made elsewhere */
#define STATES  2
#define PAIRS   11
#endif
#define i       r8              /* the round */
#define not_i   r9
#define in      r10
#define left    r11             /* blocks */
#define h       r12
/* rax and rbx have a column in turn, rcx and rdx a byte */

#define BLOCK   (8 * COLUMNS)
#define FRAME   (STATES * 2 * BLOCK)

/* sum n = or ^= entry of table p */
.macro entry op, n, p, index
        \op     mm\n, [T + 8 * \index + 2048 * \p]
.endm

.macro store n, to
        movq    [y + \to], mm\n
.endm

/* What byte p of column c, which moves by s, adds. a, low and high are the
   register of the column, of which the bytes below "first" are shifted out. */
.macro cell p, s, index, index64, a, low, high
        .if     COLUMNS == 8 || (\s < 7) * (c >= \s) * (c < COLUMNS + \s)
        .if     first < \p / 2 * 2
        shr     \a, 8 * (\p / 2 * 2 - first)
        .set    first, \p / 2 * 2
        .endif
        .if     \p % 2
        movzx   \index, \high
        .else
        movzx   \index, \low
        .endif
        .if     (COLUMNS == 8) * (c == 0) || (COLUMNS > 8) * (\s == 0)
        entry   movq, %((c+8-\s)%8), \p, \index64
        .else
        entry   pxor, %((c+8-\s)%8), \p, \index64
        .endif
        .endif
.endm

/* what byte p of column c + 11 adds to column c */
.macro far at, q, p, s
        .if     (\s == 11) * (c < COLUMNS)
        movzx   edx, byte ptr [x + \at + 8 * ((c + 11) % COLUMNS) + \p]
        .if     \q
        xor     edx, 255
        .endif
        entry   pxor, %((c+11-\s)%8), \p, rdx
        .endif
.endm

/* Column c of the state at x + at; s0 to s7 are the moves of its bytes. */
.macro column at, q, a, low, high, s0, s1, s2, s3, s4, s5, s6, s7
        .if     \q
        lea     \a, [not_i - 16 * (c % COLUMNS)]
        .else
        lea     \a, [i + 16 * (c % COLUMNS)]
        .endif
        xor     \a, [x + \at + 8 * (c % COLUMNS)]
        .set    first, 0
        cell    0, \s0, ecx, rcx, \a, \low, \high
        cell    1, \s1, edx, rdx, \a, \low, \high
        cell    2, \s2, ecx, rcx, \a, \low, \high
        cell    3, \s3, edx, rdx, \a, \low, \high
        cell    4, \s4, ecx, rcx, \a, \low, \high
        cell    5, \s5, edx, rdx, \a, \low, \high
        cell    6, \s6, ecx, rcx, \a, \low, \high
        cell    7, \s7, edx, rdx, \a, \low, \high
        far     \at, \q, 4, \s4
        far     \at, \q, 7, \s7
        .if     (COLUMNS > 8) * (c >= 6)
        store   %((c-6)%8), %(\at+8*(c-6))
        .endif
        .set    c, c + 1
.endm

.macro columns at, q, moves:vararg
        .set    c, 0
        .rept   PAIRS
        column  \at, \q, rax, al, ah, \moves
        column  \at, \q, rbx, bl, bh, \moves
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

.macro enter
        push    rbx
        push    rbp
        push    r12
        sub     rsp, FRAME
.endm

.macro states
        lea     x, [rsp + BLOCK]
        .if     STATES == 2
        lea     y, [rsp + 3 * BLOCK]
        .endif
.endm

.macro leave_mmx
        emms
        add     rsp, FRAME
        pop     r12
        pop     rbp
        pop     rbx
        ret
.endm

        .text
        .globl  table_compress
        .type   table_compress, @function
        .p2align 6
table_compress:
        enter
        mov     h, rdi
        mov     in, rsi
        mov     left, rdx
        mov     T, rcx
        states

        .p2align 6
/* registers now hold: T, x, y, in, left, h */
1:      .set    k, 0
        .rept   COLUMNS
        mov     rax, [in + k]
        mov     rcx, [h + k]
        xor     rcx, rax
        rol     rax, 8
        mov     [x - BLOCK + k], rcx
        mov     [x + k], rax
        .set    k, k + 8
        .endr
        xor     r8d, r8d
        mov     not_i, -1

        .p2align 6
/* registers now hold: i, ~i, too. Q is first: it does not wait for h. */
2:      round_q SHIFTS_Q
        round_p SHIFTS_P
        swap_states
        inc     i
        dec     not_i
        cmp     r8d, ROUNDS
        jne     2b

        .set    k, 0
        .rept   COLUMNS
        mov     rax, [x + k]
        ror     rax, 8
        xor     rax, [x - BLOCK + k]
        xor     [h + k], rax
        .set    k, k + 8
        .endr
        add     in, BLOCK
        dec     left
        jne     1b
        leave_mmx
        .size   table_compress, . - table_compress

        .globl  table_output
        .type   table_output, @function
        .p2align 6
table_output:
        enter
        mov     h, rdi
        mov     T, rsi
        states
        .set    k, 0
        .rept   COLUMNS
        mov     rax, [h + k]
        mov     [x - BLOCK + k], rax
        .set    k, k + 8
        .endr
        xor     r8d, r8d

        .p2align 6
/* registers now hold: T, x, y, h, i */
3:      round_p SHIFTS_P
        swap_states
        inc     i
        cmp     r8d, ROUNDS
        jne     3b

        .set    k, 0
        .rept   COLUMNS
        mov     rax, [x - BLOCK + k]
        xor     [h + k], rax
        .set    k, k + 8
        .endr
        leave_mmx
        .size   table_output, . - table_output

        .section .note.GNU-stack, "", @progbits
