/* SPDX-License-Identifier: CC0-1.0 */
/*
 * void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
 *             unsigned long long blocks, const unsigned char last[RATE])
 *
 * Keccak-f[1600] in general registers: two rounds an iteration, from the state
 * A to the state E and back, both on the stack, row by row. What is in
 * registers: the columns' sums, which grow as rows are done, so that theta
 * begins with them; what theta adds; and the row at work.
 *
 * There is no and-not in this ABI, so some lanes are kept complemented (lane
 * complementing, Keccak implementation overview, version 3.2, section 2.2):
 * where one of b1 and b2 is, ~b1 & b2 is an and or an or. A row is a ring of
 * odd length, so one not a row remains; this is the least. Six sets of lanes
 * stay the same from round to round and need no more; the one used is
 * (1,0) (2,0) (1,1) (1,2) (2,3) (2,4). Theta's own sums are complemented in
 * columns 1 and 2, hence what it adds in columns 0 to 3.
 *
 * Going down a row, e4 = b4 ^ f(b0, b1), e3, e2, ..., three of the five may
 * overwrite a lane that has had its last use: two moves a row.
 *
 * A round is 55 operations for theta, 24 rotations, 50 for chi, 5 nots and 1
 * for iota: 34 cycles on four integer units. With loads, stores and moves it is
 * 204 instructions: 34 cycles as well where 6 start in a cycle. But two units
 * alone rotate, and a Zen 3 deals out the rest evenly to all four, which makes
 * 29 / 2 + 106 / 4 = 41 for those two, and that is what a round takes.
 *
 * This is for machines without BMI, where it is the fastest on a Zen 3 and on a
 * Redwood Cove: with BMI's and-not, compilers spare the moves and the nots, and
 * opt64 is faster.
 */

#include "asm.h"
#include "keccak.h"

    .intel_syntax noprefix

/* The columns' sums; what theta adds; the row at work */
#define C0 rax
#define C1 rbx
#define C2 rcx
#define C3 rdx
#define C4 rdi
#define D0 r8
#define D1 r9
#define D2 r10
#define D3 r11
#define B0 rsi
#define B1 rbp
#define B2 r12
#define B3 r13
#define B4 r14
#define T r15

/* The stack, aligned to 64 bytes for the sake of a steady speed */
#define A 0
#define E 200
#define LANE(state, x, y) qword ptr [rsp + state + 8 * (x) + 40 * (y)]
#define D4 [rsp+400] /* no blanks: macros take it as one argument */
#define CONSTANT qword ptr [rsp + 408] /* the address of the round's */
#define OUT qword ptr [rsp + 416]
#define IN qword ptr [rsp + 424]
#define BLOCKS qword ptr [rsp + 432]
#define LAST qword ptr [rsp + 440]
#define OLD_RSP qword ptr [rsp + 448]
#define FRAME 512

/* d = before + (after rotated by 1) */
.macro SUM d, before, after
    mov \d, \after
    rol \d
    xor \d, \before
.endm

/* b = lane (x,y) after theta and rho */
.macro GET b, state, x, y, d, count
    mov \b, LANE(\state, \x, \y)
    xor \b, \d
    rol \b, \count
.endm

/* One lane of chi, into a register of its own or over p */
.macro CHI to, p, f, q, base
    mov \to, \p
    \f \to, \q
    xor \to, \base
.endm
.macro OVER p, f, q, base
    \f \p, \q
    xor \p, \base
.endm

.macro PUT state, x, y, b, c
    mov LANE(\state, \x, \y), \b
    xor \c, \b
.endm

/* From the state a to the state e; i is the round's parity. */
.macro ROUND a, e, i
    SUM D0, C4, C1
    SUM D1, C0, C2
    SUM D2, C1, C3
    SUM D3, C2, C4
    SUM T, C3, C0
    mov D4, T

    /* row 0, into the columns' sums: b1, b0, b4 begin in C4, C3, C2 */
    mov C3, LANE(\a, 0, 0)
    xor C3, D0
    GET C4, \a, 1, 1, D1, 44
    GET B2, \a, 2, 2, D2, 43
    GET B3, \a, 3, 3, D3, 21
    GET C2, \a, 4, 4, D4, 14
    mov C1, B2
    not C1
    OVER C1, or, B3, C4
    CHI C0, C4, or, B2, C3
    OVER C4, and, C3, C2
    OVER C3, or, C2, B3
    OVER C2, and, B3, B2
    mov T, CONSTANT
    xor C0, [T + 8 * \i]
    mov LANE(\e, 0, 0), C0
    mov LANE(\e, 1, 0), C1
    mov LANE(\e, 2, 0), C2
    mov LANE(\e, 3, 0), C3
    mov LANE(\e, 4, 0), C4

    GET B0, \a, 3, 0, D3, 28
    GET B1, \a, 4, 1, D4, 20
    GET B2, \a, 0, 2, D0, 3
    GET B3, \a, 1, 3, D1, 45
    GET B4, \a, 2, 4, D2, 61
    CHI T, B1, or, B2, B0
    PUT \e, 0, 1, T, C0
    CHI T, B0, and, B1, B4
    PUT \e, 4, 1, T, C4
    not B2
    OVER B0, or, B4, B3
    PUT \e, 3, 1, B0, C3
    OVER B4, and, B3, B2
    PUT \e, 2, 1, B4, C2
    OVER B3, or, B2, B1
    PUT \e, 1, 1, B3, C1

    GET B0, \a, 1, 0, D1, 1
    GET B1, \a, 2, 1, D2, 6
    GET B2, \a, 3, 2, D3, 25
    GET B3, \a, 4, 3, D4, 8
    GET B4, \a, 0, 4, D0, 18
    mov T, B2
    not T
    OVER T, and, B1, B0
    PUT \e, 0, 2, T, C0
    CHI T, B0, or, B1, B4
    PUT \e, 4, 2, T, C4
    OVER B0, and, B4, B3
    PUT \e, 3, 2, B0, C3
    OVER B4, or, B3, B2
    PUT \e, 2, 2, B4, C2
    OVER B3, and, B2, B1
    PUT \e, 1, 2, B3, C1

    GET B0, \a, 4, 0, D4, 27
    GET B1, \a, 0, 1, D0, 36
    GET B2, \a, 1, 2, D1, 10
    GET B3, \a, 2, 3, D2, 15
    GET B4, \a, 3, 4, D3, 56
    mov T, B3
    not T
    OVER T, or, B2, B1
    PUT \e, 1, 3, T, C1
    CHI T, B1, and, B2, B0
    PUT \e, 0, 3, T, C0
    OVER B1, or, B0, B4
    PUT \e, 4, 3, B1, C4
    OVER B0, and, B4, B3
    PUT \e, 3, 3, B0, C3
    OVER B4, or, B3, B2
    PUT \e, 2, 3, B4, C2

    GET B0, \a, 2, 0, D2, 62
    GET B1, \a, 3, 1, D3, 55
    GET B2, \a, 4, 2, D4, 39
    GET B3, \a, 0, 3, D0, 41
    GET B4, \a, 1, 4, D1, 2
    CHI T, B2, or, B3, B1
    PUT \e, 1, 4, T, C1
    CHI T, B1, and, B2, B0
    PUT \e, 0, 4, T, C0
    not B3
    OVER B1, or, B0, B4
    PUT \e, 4, 4, B1, C4
    OVER B0, and, B4, B3
    PUT \e, 3, 4, B0, C3
    OVER B4, or, B3, B2
    PUT \e, 2, 4, B4, C2
.endm

/* The lane (x,y) of the message */
.macro ABSORB x, y, c
    .if 8 * \x + 40 * \y < RATE
    mov T, [B0 + 8 * \x + 40 * \y]
    xor LANE(A, \x, \y), T
    xor \c, T
    .endif
.endm

    FUNCTION CRYPTO_NAMESPACE(keccak), 6
#ifdef __AVX__
    vzeroupper /* SSE is slow while the caller's upper halves are dirty */
#endif
    SAVE(rbx)
    SAVE(rbp)
    SAVE(r12)
    SAVE(r13)
    SAVE(r14)
    SAVE(r15)
    mov rax, rsp
    .cfi_def_cfa_register rax
    sub rsp, FRAME
    and rsp, -64
    mov OLD_RSP, rax
    CFA_AT(448, 56)
    mov OUT, rdi
    mov IN, rsi
    mov BLOCKS, rdx
    mov LAST, rcx

    /* zero, but for the six complemented lanes and their sums */
    pxor xmm0, xmm0
    .irp i, 0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176
    movaps [rsp + A + \i], xmm0
    .endr
    xor C0, C0
    mov C1, -1
    mov C2, -1
    xor C3, C3
    xor C4, C4
    mov LANE(A, 4, 4), C0
    mov LANE(A, 1, 0), C1
    mov LANE(A, 2, 0), C1
    mov LANE(A, 1, 1), C1
    mov LANE(A, 1, 2), C1
    mov LANE(A, 2, 3), C1
    mov LANE(A, 2, 4), C1

.Lblock:
    mov B0, IN
    cmp BLOCKS, 0
    cmove B0, LAST
    .irp y, 0, 1, 2, 3, 4
    ABSORB 0, \y, C0
    ABSORB 1, \y, C1
    ABSORB 2, \y, C2
    ABSORB 3, \y, C3
    ABSORB 4, \y, C4
    .endr
.Lpermute:
    lea T, [rip + .Lconstants + 8 * (24 - ROUNDS)]
    mov CONSTANT, T

/*
 * C0 to C4 now hold the sums of the columns of A, and CONSTANT the address of
 * the next round's constant; all other registers are free.
 */
    .p2align 6
.Lrounds:
    ROUND A, E, 0
    ROUND E, A, 1
    mov T, CONSTANT
    add T, 16
    mov CONSTANT, T
    test r15b, r15b /* is this the end of the constants? */
    jnz .Lrounds

    add IN, RATE
    sub BLOCKS, 1
    jns .Lblock

    mov B0, OUT
    .irp i, EVERY_LANE
    .if \i < OUT_LANES
    mov T, LANE(A, \i, 0)
    .if \i == 1 || \i == 2 || \i == 6 || \i == 11 || \i == 17 /* complemented */
    not T
    .endif
    mov [B0 + 8 * \i], T
    .endif
    .endr
#if SQUEEZES > 1
    add OUT, RATE
    cmp BLOCKS, -SQUEEZES
    jne .Lpermute
#endif
    mov rsp, OLD_RSP
    .cfi_def_cfa rsp, 56
    RESTORE(r15)
    RESTORE(r14)
    RESTORE(r13)
    RESTORE(r12)
    RESTORE(rbp)
    RESTORE(rbx)
    ret
    END_OF CRYPTO_NAMESPACE(keccak)

    .section .rodata
/* For iota. The end is a multiple of 256, which ends the loop. */
    .p2align 8
    .skip 64
.Lconstants:
    .quad ROUND_CONSTANTS
