/* SPDX-License-Identifier: CC0-1.0 */
/*
 * void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
 *             unsigned long long blocks, const unsigned char last[RATE])
 *
 * Keccak-f[1600] on pairs of lanes in the vector unit and on row 0 in general
 * registers, as the folder avx2 explains it: P_x = (A[x,1], A[x,2]) and
 * Q_x = (A[x,3], A[x,4]), pi before theta, five pairs of columns that theta
 * adds. Here rotations are one instruction and so is any function of three
 * values, such as chi. Rotating has become so cheap that column 0 is made in
 * the vector unit, too, and what theta adds to row 0 in general registers.
 *
 * A round is 65 vector operations: 16 cycles on four pipes, or 22 on three. Of
 * 123 instructions 6 can start in a cycle: 21. The path through theta and the
 * pairs is 10 to 12 cycles, that through row 0 (from the columns' sums to
 * general registers, and through memory back to the sums) about 18.
 *
 * vpternlogq is slow on a Zen 4 when its first operand, which it overwrites, is
 * older than another one. Hence a move before theta, and the order of columns.
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

/* Row 0, then the columns' sums; what theta adds, then the lanes (x,x) */
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

/* P_x is xmm0 to xmm4, Q_x xmm5 to xmm9. The columns' sums, in both halves: */
#define C0 xmm10
#define C1 xmm11
#define C2 xmm12
#define C3 xmm13
#define C4 xmm14
/* K_a = (C_a, C_a-2), and the same rotated by 1: */
#define K0 xmm16
#define K1 xmm17
#define K2 xmm18
#define K3 xmm19
#define K4 xmm20
#define L0 xmm21
#define L1 xmm22
#define L2 xmm23
#define L3 xmm24
#define L4 xmm25
#define T xmm15
#define UPPER k1 /* the mask of a pair's upper lane */

/* The stack, aligned to 64 bytes for the sake of a steady speed */
#define ROW(x) qword ptr [rsp + 8 * (x)]    /* s_x */
#define KEPT(x) [rsp + 48 + 16 * ((x) - 1)] /* P1 P2 Q3 Q4 */
#define KEPT_LANE(x) [rsp + 48 + 16 * ((x) - 1) + 8 * (((x) - 1) % 2)]
#define OLD_RSP qword ptr [rsp + 112]
#define FRAME 128

/* What vpternlogq computes of its operands a, b, c */
#define SUM_OF_ALL 0x96
#define CHI_OVER_B0 0xd2 /* a + (b + 1) c */
#define CHI_OVER_B2 0x9c /* b + (c + 1) a */

/* c = the sum of column x */
.macro COLUMN x, c, p, q
    vpxor T, \p, \q
    vpshufd \c, T, 0x4e
    vpternlogq \c, T, ROW(\x){1to2}, SUM_OF_ALL
.endm

/* The columns a and a - 2: their sums, and these rotated */
.macro PAIR k, l, a, a_2
    vpblendmq \k{UPPER}, \a, \a_2
    vprolq \l, \k, 1
.endm

/* theta and rho (by the counts of pair i) of two pairs of the columns a, a - 2 */
.macro APPLY k, l, one, i, to, other, j, too
    vmovdqa64 T, \l
    vpternlogq T, \one, \k, SUM_OF_ALL
    vprolvq \to, T, [rip + .Lcounts + 16 * \i]
    vpternlogq \l, \other, \k, SUM_OF_ALL
    vprolvq \too, \l, [rip + .Lcounts + 16 * \j]
.endm

/* chi: b0 and b1 stay, b2, b3, b4 become lanes 0, 1, 2; then lanes 3 and 4 */
.macro CHI b0, b1, b2, b3, b4, a3, a4
    vmovdqa64 \a4, \b4
    vmovdqa64 \a3, \b3
    vpternlogq \a4, \b0, \b1, CHI_OVER_B0
    vpternlogq \a3, \b4, \b0, CHI_OVER_B0
    vpternlogq \b4, \b2, \b3, CHI_OVER_B2
    vpternlogq \b3, \b1, \b2, CHI_OVER_B2
    vpternlogq \b2, \b0, \b1, CHI_OVER_B2
.endm

/* d = before + (after rotated by 1), what theta adds */
.macro SUM d, before, after
    rorx \d, \after, 63
    xor \d, \before
.endm

/* theta and rho of the lane (x,x), then chi: a = b0 + (b1 + 1) b2 */
.macro DIAGONAL x, e, count
    xor \e, KEPT_LANE(\x)
    rol \e, \count
.endm
.macro CHI_ROW a, b0, b1, b2
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
    CFA_AT(112, 56)
    mov OUT, rdi
    mov BLOCKS, rdx
    mov LAST, rcx

    mov eax, 2
    kmovw UPPER, eax
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

    /* theta: what it adds to pairs of columns, and to row 0 */
    PAIR K3, L3, C3, C1
    PAIR K0, L0, C0, C3
    PAIR K2, L2, C2, C0
    PAIR K4, L4, C4, C2
    PAIR K1, L1, C1, C4
    vmovq S0, C0
    vmovq S1, C1
    vmovq S2, C2
    vmovq S3, C3
    vmovq S4, C4

    /* pi: columns 1 to 4 from rows 1 to 4, column 0 from row 0 */
    vpunpcklqdq xmm2, xmm4, xmm2 /* column 1, rows 1 and 2 */
    vpunpckhqdq xmm1, xmm1, xmm4 /* 2, 3 and 4 */
    vpunpcklqdq xmm4, xmm0, xmm3 /* 1, 3 and 4 */
    vpunpckhqdq xmm0, xmm0, xmm3 /* 2, 1 and 2 */
    vpunpcklqdq xmm9, xmm6, xmm9 /* 3, 1 and 2 */
    vpunpckhqdq xmm8, xmm8, xmm6 /* 4, 3 and 4 */
    vpunpcklqdq xmm6, xmm7, xmm5 /* 3, 3 and 4 */
    vpunpckhqdq xmm5, xmm7, xmm5 /* 4, 1 and 2 */
    vmovq xmm3, ROW(3)
    vmovhps xmm3, xmm3, ROW(1) /* 0, 1 and 2 */
    vmovq xmm7, ROW(4)
    vmovhps xmm7, xmm7, ROW(2) /* 0, 3 and 4 */

    /* theta and rho: then b0 to b4 are xmm10, 11, 0, 1, 2, and 12, 13, 5, 6, 7 */
    APPLY K3, L0, xmm2, 1, xmm11, xmm7, 5, xmm12
    APPLY K2, L4, xmm3, 0, xmm10, xmm8, 9, xmm7
    APPLY K4, L1, xmm0, 2, xmm0, xmm4, 6, xmm13
    APPLY K1, L3, xmm5, 4, xmm2, xmm6, 8, xmm6
    APPLY K0, L2, xmm1, 7, xmm5, xmm9, 3, xmm1

    /* the new row 0 */
    SUM E0, S4, S1
    xor E0, ROW(0)
    SUM E1, S0, S2
    DIAGONAL 1, E1, 44
    SUM E2, S1, S3
    DIAGONAL 2, E2, 43
    SUM E3, S2, S4
    DIAGONAL 3, E3, 21
    SUM E4, S3, S0
    DIAGONAL 4, E4, 14
    CHI_ROW S0, E0, E1, E2
    CHI_ROW S1, E1, E2, E3
    CHI_ROW S2, E2, E3, E4
    CHI_ROW S3, E3, E4, E0
    CHI_ROW S4, E4, E0, E1
    xor S0, [CONSTANT]
    mov ROW(0), S0
    mov ROW(1), S1
    mov ROW(2), S2
    mov ROW(3), S3
    mov ROW(4), S4

    /* chi of rows 1 and 2, then of rows 3 and 4 */
    CHI xmm10, xmm11, xmm0, xmm1, xmm2, xmm3, xmm4
    CHI xmm12, xmm13, xmm5, xmm6, xmm7, xmm8, xmm9
    vmovdqa KEPT(1), xmm1
    vmovdqa KEPT(2), xmm2
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

/* For rho: columns 0 to 4 of rows 1 and 2, then of rows 3 and 4 */
.Lcounts:
    .quad 28, 1, 20, 6, 3, 25, 45, 8, 61, 18
    .quad 27, 62, 36, 55, 10, 39, 15, 41, 56, 2
