/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl-384 and Grøstl-512 from the first block to the digest:
 *     h = P(h + m) + Q(m) + h for each block m, out = P(h) + h.
 *
 *     void digest(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
 *                 uint64_t whole, const unsigned char *last, size_t rest);
 *
 * rdi out, rsi in, rdx whole, rcx last, r8 rest; nothing need be aligned.
 *
 * Register k is [row k of P | row k+7 of Q], so the constants that change with
 * the round, P's in row 0 and Q's in row 7, meet in register 0; all rows of Q
 * get ff besides, which is 55 added before MixBytes, by vaesenclast's key.
 *
 * A round, with x[k] = a[k] + a[k+1], y[k] = x[k] + x[k+3], u[k] = x[k] + a[k+4]:
 *     a[k] = S(ShiftBytes(s[k])) + key             the mask undoes ShiftRows
 *     z[k] = x[k] + u[k+2], k even; y[k-2] + u[k-1], k odd
 *     s[k] = 2(2y[k+3] + z[k+7]) + z[k+4]
 * where 2a + z chooses z or z + 1b by the top bits of a, and adds a + a: with
 * z + 1b used twice, 7 instructions for 2 doublings.
 *
 * That makes 16 + 28 + 8 + 48 + 1 = 101 vector instructions a round: 25.25 cycles with
 * four vector units. The longest path is 14 cycles. Values that do not fit
 * in the registers cost four stores and two loads, which other units do; some
 * instructions take them from the stack themselves. generate.py has the details.
 *
 * A Zen 3 needs more, as it ties an instruction to a unit when it is dispatched,
 * not when it is ready: docs/families/groestl.md has the numbers.
 *
 * Stack, 32 bytes each, aligned for vmovdqa: h[0..7], its low half the chaining
 * value with P's first round constant added, its high half Q's first constants;
 * then what the rounds put aside.
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

.macro chain k, next
    vextracti128 xmm8, ymm\next, 1
    vpxor xmm8, xmm8, xmm\k
    vpxor ymm8, ymm8, H(\k)
    vmovdqa H(\k), ymm8
.endm

    .intel_syntax noprefix
    FUNCTION digest, 6
    SAVE(rbp)
    mov rbp, rsp
    .cfi_def_cfa_register rbp
    sub rsp, 512
    and rsp, -32
    mov stack, rsp
    lea end, [rip + .LRounds_end]
    add blocks, rest
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa ymm0, [rip + .LFirst + 32*\k]
    vmovdqa H(\k), ymm0
    .endr

    /* Registers now hold: in the next block, blocks how many are left */
    .p2align 5
.LBlock:
    cmp blocks, rest
    cmove in, last
    /* Two columns to pairs of bytes of a row, in both halves */
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    vbroadcasti128 ymm\k, [in + 16*\k]
    vpshufb ymm\k, ymm\k, [rip + .LRows]
    .endr
    /* to 4 columns, to 8, to all 16 of a row */
    transpose wd, 0, 1, 8, 12
    transpose wd, 2, 3, 9, 13
    transpose wd, 4, 5, 10, 14
    transpose wd, 6, 7, 11, 15
    transpose dq, 8, 9, 0, 2
    transpose dq, 10, 11, 1, 3
    transpose dq, 12, 13, 4, 6
    transpose dq, 14, 15, 5, 7
    transpose qdq, 0, 1, 8, 9
    transpose qdq, 2, 3, 10, 11
    transpose qdq, 4, 5, 12, 13
    transpose qdq, 6, 7, 14, 15
    /* s = [m + h | m] and the first round's constants */
    vpxor ymm0, ymm8, H(0)
    vpxor ymm1, ymm9, H(1)
    vpxor ymm2, ymm10, H(2)
    vpxor ymm3, ymm11, H(3)
    vpxor ymm4, ymm12, H(4)
    vpxor ymm5, ymm13, H(5)
    vpxor ymm6, ymm14, H(6)
    vpxor ymm7, ymm15, H(7)
    call .LPermute
    /* h[k] += P's s[k] + Q's s[k+1] */
    chain 0, 1
    chain 1, 2
    chain 2, 3
    chain 3, 4
    chain 4, 5
    chain 5, 6
    chain 6, 7
    chain 7, 0
    sub in, -128
    dec blocks
    jnz .LBlock

    /* out = P(h) + h, the last bytes of its columns 8 to 15 */
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa ymm\k, H(\k)
    .endr
    call .LPermute
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7
    vpxor xmm\k, xmm\k, H(\k)
    .endr
    vpxor xmm0, xmm0, [rip + .LFirst]
    vpunpckhbw xmm0, xmm0, xmm1
    vpunpckhbw xmm2, xmm2, xmm3
    vpunpckhbw xmm4, xmm4, xmm5
    vpunpckhbw xmm6, xmm6, xmm7
    vpunpcklwd xmm1, xmm0, xmm2
    vpunpckhwd xmm0, xmm0, xmm2
    vpunpcklwd xmm5, xmm4, xmm6
    vpunpckhwd xmm4, xmm4, xmm6
    vpunpckldq xmm2, xmm1, xmm5
    vpunpckhdq xmm3, xmm1, xmm5
    vpunpckldq xmm6, xmm0, xmm4
    vpunpckhdq xmm7, xmm0, xmm4
#if CRYPTO_BYTES == 64
    vmovdqu [out], xmm2
#endif
    vmovdqu [out + CRYPTO_BYTES - 48], xmm3
    vmovdqu [out + CRYPTO_BYTES - 32], xmm6
    vmovdqu [out + CRYPTO_BYTES - 16], xmm7
    vzeroupper
    leave
    .cfi_def_cfa rsp, 8
    .cfi_restore rbp
    ret
    .cfi_def_cfa rbp, 16
    .cfi_offset rbp, -16

    /* The rounds of P and Q on ymm0 to ymm7, without the first constants */
.LPermute:
    lea table, [rip + .LRounds]
    /* Registers now hold: table the key and the constants of a round */
    .p2align 6
.LRound:
#include "round.inc"
    add table, 64
    cmp table, end
    jne .LRound
    ret
    END_OF digest

    .section .rodata, "a", @progbits
    .p2align 5
.LRows:
    .byte 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15
    .byte 7, 15, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14
.L1b:
    .fill 32, 1, 0x1b

/* ShiftBytes by p in P, by q in Q. vaesenclast moves byte 5j mod 16 to
 * j, so what it shall move to j waits in 5^-1 j = 13j. */
.macro shift p, q
    .irp s, \p, \q
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .byte (13*\j + \s) & 15
    .endr
    .endr
.endm
.LShift:
    shift 0, 6
    shift 1, 1
    shift 2, 3
    shift 3, 5
    shift 4, 11
    shift 5, 0
    shift 6, 2
    shift 11, 4

/* AddRoundConstant i of a row: i + 16j in column j, with an optional ff */
.macro columns i, ff
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    .byte (\i + 16*\j) ^ \ff
    .endr
.endm
    /* h at first: the initial value and round 0's constants */
.LFirst:
    columns 0, 0
    columns 0, 0xff
    .rept 5
    .fill 16, 1, 0
    .fill 16, 1, 0xff
    .endr
    .fill 15, 1, 0
    .byte 8 * CRYPTO_BYTES >> 8
    .fill 16, 1, 0xff
    .fill 15, 1, 0
    .byte 8 * CRYPTO_BYTES & 0xff
    .fill 16, 1, 0xff

    /* The keys of a round, and the constants of the next one; none in the last */
.LRounds:
    .irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
    .fill 16, 1, 0
    .fill 16, 1, 0x55
    columns \i, 0
    columns \i, 0
    .endr
    .fill 64, 1, 0
.LRounds_end:
