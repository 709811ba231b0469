/* SPDX-License-Identifier: CC0-1.0 */
/*
 * void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
 *             unsigned long long blocks, const unsigned char last[RATE])
 *
 * Keccak-f[1600] on pairs of lanes in the vector unit and on row 0 in general
 * registers. Column x is P_x = (A[x,1], A[x,2]), Q_x = (A[x,3], A[x,4]) and
 * s_x = A[x,0]. What makes this fit:
 *
 * - Column X of the next round is row X of this one, so each new pair but those
 *   of column 0 takes two lanes of the same halves of two old pairs, one
 *   unpack. This pi comes first, while theta's sums are still being made.
 * - The lanes of the pairs (X,1) and (X,3) are two columns apart, so that
 *   theta adds the five pairs (D_a, D_a-2) and no other.
 * - Of the new row 0 the lanes (x,x) go from the vector unit to general
 *   registers, of column 0 the rotated s_x go back, both through memory. This
 *   is longer than the path of the pairs (20 cycles to their 15), but not as
 *   long as a round, and it spares the half-empty registers of a row of five.
 *
 * A round is 107 vector operations, 36 of them shifts and shuffles, which two
 * of the four vector pipes of a Zen 3 do: 27 cycles at least. All of it hangs
 * on theta's sums, and twice a round, before them and after, the pipes run
 * empty for two or three cycles. Of 160 instructions 6 can start in a cycle:
 * also 27.
 *
 * What else was tried, with what it took: docs/families/keccak.md.
 *
 * This is for a Zen 3, on which it was tuned, and for cores with four vector
 * pipes. On the three of Intel's cores the vector operations of a round take 36
 * cycles at least; on a Redwood Cove opt64 takes less for the whole round.
 */

#include "asm.h"
#include "keccak.h"

    .intel_syntax noprefix

/* Arguments, in the registers where they stay */
#define OUT r13
#define IN rsi
#define BLOCKS r14
#define LAST r15
#define CONSTANT rcx /* of the next round */

/* Row 0; what theta adds to the columns, then the lanes (x,x) */
#define S0 rax
#define S1 rbx
#define S2 rbp
#define S3 rdx
#define S4 rdi
#define E0 r8
#define E1 r9
#define E2 r10
#define E3 r11
#define E4 r12

/* P_x is xmm0 to xmm4, Q_x xmm5 to xmm9. Theta's column sums: */
#define C0 xmm10
#define C1 xmm11
#define C2 xmm12
#define C3 xmm13
#define C4 xmm14
#define T xmm15
/* and what it adds to the columns, where a register has become free; P2, of
 * which there is a copy in memory, makes place for one: */
#define D0 C4
#define D1 xmm2
#define D2 C1
#define D3 C2
#define D4 C3

/* The stack, aligned to 64 bytes for the sake of a steady speed */
#define ROW(x) qword ptr [rsp + 8 * (x)]               /* s_x */
#define ROTATED(x) qword ptr [rsp + 48 + 8 * ((x) - 1)] /* s_x after rho */
#define KEPT(x) [rsp + 80 + 16 * ((x) - 1)]            /* P1 P2 Q3 Q4 */
#define KEPT_LANE(x) [rsp + 80 + 16 * ((x) - 1) + 8 * (((x) - 1) % 2)]
#define OLD_RSP qword ptr [rsp + 144]
#define FRAME 192

/* c = the sum of column x, in both halves */
.macro COLUMN x, c, p, q
    vpxor \c, \p, \q
    vpshufd T, \c, 0x4e
    vpxor \c, \c, T
    vmovddup T, ROW(\x)
    vpxor \c, \c, T
.endm

/* d = before + (after rotated by 1) */
.macro SUM d, before, after
    vpaddq T, \after, \after
    vpxor \d, \before, T
    vpsrlq T, \after, 63
    vpxor \d, \d, T
.endm

/* s_x to column 0, the lane (x,x) to row 0: theta and rho of both */
.macro LANES x, s, e, d, count, diagonal
    vmovq \e, \d
    xor \s, \e
    rol \s, \count
    mov ROTATED(\x), \s
    xor \e, KEPT_LANE(\x)
    rol \e, \diagonal
.endm

/* The columns a and a - 2: theta of two pairs with these two lanes */
.macro APPLY a, a_2, one, other
    vpblendd T, \a, \a_2, 0xc
    vpxor \one, \one, T
    .ifnb \other
    vpxor \other, \other, T
    .endif
.endm

/* to = from rotated by the counts of pair i */
.macro RHO i, to, from
    vpsllvq T, \from, [rip + .Lleft + 16 * \i]
    vpsrlvq \to, \from, [rip + .Lright + 16 * \i]
    vpor \to, \to, T
.endm

/* a = b0 + (b1 + 1) b2 */
.macro CHI a, b0, b1, b2
    andn \a, \b1, \b2
    xor \a, \b0
.endm

/* The lanes i and i + 5 of the block, into a pair */
.macro ABSORB i, pair
    .if 8 * \i < RATE
    vmovq T, qword ptr [IN + 8 * \i]
    .if 8 * (\i + 5) < RATE
    vmovhps T, T, qword ptr [IN + 8 * (\i + 5)]
    .endif
    vpxor \pair, \pair, T
    .endif
.endm

/* A lane of row 0, and the lanes i and i + 5 of a pair, as far as wanted */
.macro SQUEEZE_ROW i, s
    .if \i < OUT_LANES
    mov [OUT + 8 * \i], \s
    .endif
.endm
.macro SQUEEZE i, pair
    .if \i < OUT_LANES
    vmovq qword ptr [OUT + 8 * \i], \pair
    .endif
    .if \i + 5 < OUT_LANES
    vmovhps qword ptr [OUT + 8 * (\i + 5)], \pair
    .endif
.endm

    FUNCTION CRYPTO_NAMESPACE(keccak), 6
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
    CFA_AT(144, 56)
    mov OUT, rdi
    mov BLOCKS, rdx
    mov LAST, rcx

    .irp s, S0, S1, S2, S3, S4
    xor \s, \s
    .endr
    .irp x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
    vpxor xmm\x, xmm\x, xmm\x
    .endr

.Lblock:
    test BLOCKS, BLOCKS
    cmovz IN, LAST
    xor S0, [IN]
    xor S1, [IN + 8]
    xor S2, [IN + 16]
    xor S3, [IN + 24]
    xor S4, [IN + 32]
    mov ROW(0), S0
    mov ROW(1), S1
    mov ROW(2), S2
    mov ROW(3), S3
    mov ROW(4), S4
    ABSORB 5, xmm0
    ABSORB 6, xmm1
    ABSORB 7, xmm2
    ABSORB 8, xmm3
    ABSORB 9, xmm4
    ABSORB 15, xmm5
    ABSORB 16, xmm6
    ABSORB 17, xmm7
    ABSORB 18, xmm8
    ABSORB 19, xmm9
    vmovdqa KEPT(1), xmm1
    vmovdqa KEPT(2), xmm2
    vmovdqa KEPT(3), xmm8
    vmovdqa KEPT(4), xmm9
.Lpermute:
    lea CONSTANT, [rip + .Lconstants + 8 * (24 - ROUNDS)]

/*
 * Registers now hold: S0 to S4 and ROW row 0, xmm0 to xmm9 P and Q, KEPT those
 * of them with a lane (x,x), CONSTANT the address of the round's constant.
 * IN, OUT, BLOCKS, LAST are as they were; all others are free.
 */
    .p2align 6
.Lround:
    /* theta: the columns' sums */
    COLUMN 0, C0, xmm0, xmm5
    COLUMN 1, C1, xmm1, xmm6
    COLUMN 2, C2, xmm2, xmm7
    COLUMN 3, C3, xmm3, xmm8
    COLUMN 4, C4, xmm4, xmm9

    /* theta: what it adds to each column */
    SUM D1, C0, C2
    SUM D3, C2, C4
    SUM D0, C4, C1
    SUM D2, C1, C3
    SUM D4, C3, C0

    /* pi: columns 1 to 4 from rows 1 to 4 */
    vpunpckhqdq xmm1, xmm1, xmm4 /* column 2, rows 3 and 4 */
    vpunpcklqdq xmm4, xmm4, KEPT(2) /* 1, 1 and 2 */
    vpunpckhqdq xmm10, xmm0, xmm3 /* 2, 1 and 2 */
    vpunpcklqdq xmm3, xmm0, xmm3 /* 1, 3 and 4 */
    vpunpcklqdq xmm9, xmm6, xmm9 /* 3, 1 and 2 */
    vpunpckhqdq xmm8, xmm8, xmm6 /* 4, 3 and 4 */
    vpunpcklqdq xmm6, xmm7, xmm5 /* 3, 3 and 4 */
    vpunpckhqdq xmm5, xmm7, xmm5 /* 4, 1 and 2 */

    /* theta and rho of row 0, which becomes column 0, and of the diagonal */
    vmovq E0, D0
    xor E0, S0
    LANES 1, S1, E1, D1, 1, 44
    LANES 3, S3, E3, D3, 28, 21
    LANES 2, S2, E2, D2, 62, 43
    LANES 4, S4, E4, D4, 27, 14

    /* theta of columns 1 to 4 */
    APPLY D0, D3, xmm10, xmm3
    APPLY D1, D4, xmm9, xmm1
    APPLY D2, D0, xmm5, xmm6
    APPLY D3, D1, xmm8
    APPLY D4, D2, xmm4

    /* rho: rows 1 and 2 to xmm10 to xmm14, rows 3 and 4 to xmm5 to xmm9 */
    RHO 2, xmm12, xmm10
    RHO 0, xmm11, xmm4
    RHO 4, xmm13, xmm9
    RHO 6, xmm14, xmm5
    vmovq xmm10, ROTATED(3)
    vmovhps xmm10, xmm10, ROTATED(1)
    RHO 7, xmm9, xmm8
    RHO 5, xmm8, xmm6
    RHO 1, xmm6, xmm3
    RHO 3, xmm7, xmm1
    vmovq xmm5, ROTATED(4)
    vmovhps xmm5, xmm5, ROTATED(2)

    /* chi and iota of the new row 0 */
    CHI S0, E0, E1, E2
    CHI S1, E1, E2, E3
    CHI S2, E2, E3, E4
    CHI S3, E3, E4, E0
    CHI S4, E4, E0, E1
    xor S0, [CONSTANT]
    mov ROW(0), S0
    mov ROW(1), S1
    mov ROW(2), S2
    mov ROW(3), S3
    mov ROW(4), S4

    /* chi of rows 1 and 2, then of rows 3 and 4 */
    vpandn xmm0, xmm11, xmm12
    vpandn xmm1, xmm12, xmm13
    vpandn xmm2, xmm13, xmm14
    vpandn xmm3, xmm14, xmm10
    vpandn xmm4, xmm10, xmm11
    vpxor xmm0, xmm0, xmm10
    vpxor xmm1, xmm1, xmm11
    vpxor xmm2, xmm2, xmm12
    vpxor xmm3, xmm3, xmm13
    vpxor xmm4, xmm4, xmm14
    vmovdqa KEPT(1), xmm1
    vmovdqa KEPT(2), xmm2
    vpandn xmm10, xmm6, xmm7
    vpandn xmm11, xmm7, xmm8
    vpandn xmm12, xmm8, xmm9
    vpandn xmm13, xmm9, xmm5
    vpandn xmm14, xmm5, xmm6
    vpxor xmm5, xmm5, xmm10
    vpxor xmm6, xmm6, xmm11
    vpxor xmm7, xmm7, xmm12
    vpxor xmm8, xmm8, xmm13
    vpxor xmm9, xmm9, xmm14
    vmovdqa KEPT(3), xmm8
    vmovdqa KEPT(4), xmm9

    add CONSTANT, 8
    test cl, cl /* is this the end of the constants? */
    jnz .Lround

    add IN, RATE
    sub BLOCKS, 1
    jns .Lblock

    SQUEEZE_ROW 0, S0
    SQUEEZE_ROW 1, S1
    SQUEEZE_ROW 2, S2
    SQUEEZE_ROW 3, S3
    SQUEEZE_ROW 4, S4
    SQUEEZE 5, xmm0
    SQUEEZE 6, xmm1
    SQUEEZE 7, xmm2
    SQUEEZE 8, xmm3
    SQUEEZE 9, xmm4
    SQUEEZE 15, xmm5
    SQUEEZE 16, xmm6
    SQUEEZE 17, xmm7
    SQUEEZE 18, xmm8
    SQUEEZE 19, xmm9
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

/* For rho, base + sign * count: columns 1 to 4, rows 1 and 2, 3 and 4 */
.macro COUNTS base, sign
    .irp n, 20, 6, 36, 55, 3, 25, 10, 39, 45, 8, 15, 41, 61, 18, 56, 2
    .quad \base + \sign * \n
    .endr
.endm
.Lleft:
    COUNTS 0, 1
.Lright:
    COUNTS 64, -1
