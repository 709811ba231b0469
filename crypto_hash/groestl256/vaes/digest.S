/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl-224 and Grøstl-256 from the first block to the digest:
 *     h = P(h + m) + Q(m) + h for each block m, out = P(h) + h.
 *
 *     void digest(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
 *                 uint64_t whole, const unsigned char *last, size_t rest);
 *
 * rdi out, rsi in, rdx whole, rcx last, r8 rest; nothing need be aligned.
 *
 * Four registers hold rows, of 8 bytes, of both permutations:
 *     s0 = [P 0, P 4 | Q 3, Q 7]        s2 = [P 2, P 6 | Q 5, Q 1]
 *     s1 = [P 5, P 1 | Q 0, Q 4]        s3 = [P 7, P 3 | Q 2, Q 6]
 * So the constants that change with the round, P's in row 0 and Q's in row 7,
 * meet in s0; all rows of Q get ff besides, which is 55 added before MixBytes,
 * by vaesenclast's key.
 *
 * The round, indices being P's first row and taken modulo 8:
 *     a[k] = ShiftBytes(S(s) + key)           [k, k+4] and, for MixBytes, [k+4, k]
 *     y[k] = a[k] + a[k+1] + a[k+3] + a[k+4]
 *     z[k] = a[k] + a[k+1] + a[k+2] + a[k+3] + a[k+6]
 *     s[k] = 2(2y[k+3] + z[k+7]) + z[k+4]
 * As a[k+4] is a[k] with its rows swapped, so are all that follow, and
 * the sums for k = 0, 5, 2, 7, which share most, are enough: 4 y, 5 z in 17
 * additions. 2a + z chooses z or z + 1b by the top bits of a, and adds a + a.
 *
 * A round has 12 + 17 + 5 + 24 + 1 = 59 vector instructions, or 14.75 cycles with
 * four vector units, and a longest path of 14 cycles. Constants come from
 * registers, for loads would delay what waits for them. generate.py says in
 * which order the instructions are.
 *
 * A Zen 3 needs more, as it ties an instruction to a unit when it is dispatched,
 * not when it is ready: docs/families/groestl.md has the numbers.
 *
 * Stack, 32 bytes each, aligned for vmovdqa: h[0..3] as s, its low half the
 * chaining value with P's first round constant added, its high half Q's first
 * constants. No round needs it.
 */

#include "asm.h"
#include "api.h"

#define digest CRYPTO_NAMESPACE(digest)
#define out rdi
#define in rsi
#define blocks rdx
#define last rcx
#define rest r8
#define stack r9
#define table rax
#define end r10

#define H(k) [stack + 32*(k)]

.macro transpose kind, a, b, low, high
    vpunpckl\kind ymm\low, ymm\a, ymm\b
    vpunpckh\kind ymm\high, ymm\a, ymm\b
.endm

/* h[k] += P's s[k] + Q's s[q]; ymm\\t = h[k] + ymm\\m, the next message */
.macro chain k, q, t, m
    vextracti128 xmm\t, ymm\q, 1
    .ifeq \q
    vpshufd xmm\t, xmm\t, 0x4e
    .endif
    vpxor xmm\t, xmm\t, xmm\k
    vpxor ymm\t, ymm\t, H(\k)
    vmovdqa H(\k), ymm\t
    .ifnb \m
    vpxor ymm\t, ymm\t, ymm\m
    .endif
.endm

    .intel_syntax noprefix
    FUNCTION digest, 6
    SAVE(rbp)
    mov rbp, rsp
    .cfi_def_cfa_register rbp
    sub rsp, 128
    and rsp, -32
    mov stack, rsp
    lea end, [rip + .LRounds_end]
    add blocks, rest
    .irp k, 0, 1, 2, 3
    vmovdqa ymm0, [rip + .LFirst + 32*\k]
    vmovdqa H(\k), ymm0
    .endr
    .irp k, 0, 1, 2, 3
    vpxor xmm\k, xmm\k, xmm\k
    .endr

    /* Registers now hold: in the next block, blocks how many are left,
     * ymm0 to ymm3 P and Q of the block before */
    .p2align 5
.LBlock:
    cmp blocks, rest
    cmove in, last
    /* Two columns to pairs of bytes of a row, in both halves */
    vmovdqa ymm12, [rip + .LRows]
    vbroadcasti128 ymm8, [in]
    vbroadcasti128 ymm9, [in + 16]
    vbroadcasti128 ymm10, [in + 32]
    vbroadcasti128 ymm11, [in + 48]
    .irp k, 8, 9, 10, 11
    vpshufb ymm\k, ymm\k, ymm12
    .endr
    /* to 4 columns, to all 8 of two rows */
    transpose wd, 8, 9, 12, 13
    transpose wd, 10, 11, 14, 15
    transpose dq, 12, 14, 8, 9
    transpose dq, 13, 15, 10, 11
    /* s = [m + h | m] and the first round's constants */
    chain 0, 1, 4, 8
    chain 1, 2, 5, 9
    chain 2, 3, 6, 10
    chain 3, 0, 7, 11
    vmovdqa ymm0, ymm4
    vmovdqa ymm1, ymm5
    vmovdqa ymm2, ymm6
    vmovdqa ymm3, ymm7
    call .LPermute
    sub in, -64
    dec blocks
    jnz .LBlock

    /* out = P(h) + h, the last bytes of its columns 4 to 7 */
    chain 0, 1, 4
    chain 1, 2, 5
    chain 2, 3, 6
    chain 3, 0, 7
    vmovdqa ymm0, ymm4
    vmovdqa ymm1, ymm5
    vmovdqa ymm2, ymm6
    vmovdqa ymm3, ymm7
    call .LPermute
    .irp k, 0, 1, 2, 3
    vpxor xmm\k, xmm\k, H(\k)
    .endr
    vpxor xmm0, xmm0, [rip + .LFirst]
    vshufps xmm0, xmm0, xmm1, 0xdd
    vshufps xmm2, xmm2, xmm3, 0xdd
    vpshufb xmm0, xmm0, [rip + .LColumns]
    vpshufb xmm2, xmm2, [rip + .LColumns]
    vpunpcklwd xmm1, xmm0, xmm2
    vpunpckhwd xmm0, xmm0, xmm2
#if CRYPTO_BYTES < 32
    vpalignr xmm1, xmm0, xmm1, 32 - CRYPTO_BYTES
#endif
    vmovdqu [out], xmm1
    vmovdqu [out + CRYPTO_BYTES - 16], xmm0
    vzeroupper
    leave
    .cfi_def_cfa rsp, 8
    .cfi_restore rbp
    ret
    .cfi_def_cfa rbp, 16
    .cfi_offset rbp, -16

    /* The rounds of P and Q on ymm0 to ymm3, without the first constants */
.LPermute:
    lea table, [rip + .LRounds]
    vmovdqa ymm4, [rip + .L1b]
    /* Registers now hold: table the key and the constants of a round,
     * ymm0 to ymm3 the state, ymm4 what reduces a doubled byte */
    .p2align 6
.LRound:
    vmovdqa ymm5, [table]
#include "round.inc"
    add table, 64
    cmp table, end
    jne .LRound
    ret
    END_OF digest

    .section .rodata, "a", @progbits
    .p2align 5
    /* Rows 0 4 5 1 2 6 7 3 and 3 7 0 4 5 1 2 6 of two columns */
.LRows:
    .byte 0, 8, 4, 12, 5, 13, 1, 9, 2, 10, 6, 14, 7, 15, 3, 11
    .byte 3, 11, 7, 15, 0, 8, 4, 12, 5, 13, 1, 9, 2, 10, 6, 14
.L1b:
    .fill 32, 1, 0x1b
    /* Rows 0 4 5 1, or 2 6 7 3, of columns 4 to 7 to columns */
.LColumns:
    .byte 0, 12, 4, 8, 1, 13, 5, 9, 2, 14, 6, 10, 3, 15, 7, 11

/* ShiftBytes of the pairs of rows that lie in P and in Q, swapped or not,
 * by p and pp, q and qq. vaesenclast has moved byte 5j mod 16 to j, so
 * what was at j is at 5^-1 j = 13j. */
.macro shift first, second, p, pp, q, qq
    rotated \first, \p
    rotated \second, \pp
    rotated \first, \q
    rotated \second, \qq
.endm
.macro rotated half, s
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    .byte 13*(8*\half + ((\j + \s) & 7)) & 15
    .endr
.endm
    .p2align 5
.LShift:
    shift 0, 1, 0, 4, 7, 6
    shift 1, 0, 1, 5, 0, 1
    shift 0, 1, 2, 6, 2, 3
    shift 1, 0, 3, 7, 4, 5
    shift 1, 0, 4, 0, 6, 7
    shift 0, 1, 5, 1, 1, 0
    shift 1, 0, 6, 2, 3, 2
    shift 0, 1, 7, 3, 5, 4

/* AddRoundConstant i of a row: i + 16j in column j, with an optional ff */
.macro columns i, ff
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7
    .byte (\i + 16*\j) ^ \ff
    .endr
.endm
    /* h at first: the initial value and round 0's constants */
.LFirst:
    columns 0, 0
    .fill 8, 1, 0
    .fill 8, 1, 0xff
    columns 0, 0xff
    .fill 16, 1, 0
    .fill 16, 1, 0xff
    .fill 15, 1, 0
    .byte 8 * CRYPTO_BYTES >> 8
    .fill 16, 1, 0xff
    .fill 7, 1, 0
    .byte 8 * CRYPTO_BYTES & 0xff
    .fill 8, 1, 0
    .fill 16, 1, 0xff

    /* The keys of a round, and the constants of the next one; none in the last */
.LRounds:
    .irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9
    .fill 16, 1, 0
    .fill 16, 1, 0x55
    columns \i, 0
    .fill 16, 1, 0
    columns \i, 0
    .endr
    .fill 64, 1, 0
.LRounds_end:
