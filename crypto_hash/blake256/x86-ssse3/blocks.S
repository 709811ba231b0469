/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The compression function of BLAKE-256 on count > 0 blocks of 64 bytes:
 *
 *     void blocks(word h[8], const unsigned char *in,
 *                 unsigned long long count, unsigned long long bytes);
 *
 * All arguments are on the stack; of count the low word counts: memory has no
 * 2^32 blocks. No alignment is asked for.
 *
 * A row of the state is a vector, as in the C code for SSSE3; with eight
 * registers compilers lose to memory what matters. Here the state never leaves
 * its registers, not even from block to block, and the words of the message
 * that a round takes are gathered one by one, each where it is added. Row b,
 * which ends each G and begins the next, stays where it is, and the other three
 * turn against it.
 *
 * Half of a G ends with a rotation of b ^ c, where b is known long before c. So
 * that of b is made ahead, and the two shifts of c, which seldom begin in the
 * same cycle, need not: the xor with the first hides the second. Five more
 * instructions, and less time.
 *
 * Floor: the longest way through a round is 4 times add, xor, shuffle, add,
 * shift, xor, xor: 28 cycles, 392 a block. A round is 66 instructions, and 8
 * for each of the 40 vectors of the message that are gathered.
 */

#include "asm.h"
#include "blocks.h"

    .intel_syntax noprefix

#define blocks CRYPTO_NAMESPACE(blocks)

#define A xmm0          /* rows of the state */
#define B xmm1
#define C xmm2
#define D xmm3
#define X xmm4          /* four words of the message xor constants */
#define Y xmm5          /* passing use */
#define Z xmm6
#define BY_R3 xmm7      /* bytes of a row, each word rotated by R3 */

#define CONST ebx
#define IN esi
#define COUNT ecx

/* The constants */
#define BY_R1 CONST             /* as BY_R3 */
#define AS_WORDS CONST + 16     /* bytes of four words, reversed */
#define OF_C CONST + 32         /* rows c and d at first */
#define OF_D CONST + 48
#define BLOCK_BITS CONST + 64
#define OF_MESSAGE CONST + 80   /* xored to the message, round by round */

/* The stack, aligned to 16 bytes */
#define M esp                   /* the message */
#define H esp + 64              /* h at the begin of the block */
#define BITS esp + 96           /* of the message, up to the end of the block */
#define KEPT esp + 112          /* X of the first four rounds, for the last */
#define FRAME 368

/* Where the arguments are once ebp is the stack pointer: behind four registers
 * and the return */
#define ARG_H ebp + 20
#define ARG_IN ebp + 24
#define ARG_COUNT ebp + 28
#define ARG_BYTES ebp + 36

/* X = words i, j, k, l of the message */
.macro gather i, j, k, l
    movd X, [M + 4 * \i]
    movd Z, [M + 4 * \j]
    movd Y, [M + 4 * \k]
    punpckldq X, Z
    movd Z, [M + 4 * \l]
    punpckldq Y, Z
    punpcklqdq X, Y
.endm

/* X is that of half `half` of round r */
.macro finish r, half
    pxor X, [OF_MESSAGE + 64 * \r + 16 * \half]
    .if \r < ROUNDS - 10
    movdqa [KEPT + 64 * \r + 16 * \half], X
    .endif
.endm

/* half of four Gs, after the message was added to a */
.macro half by, right
    paddd A, B
    movdqa Z, B
    pxor D, A
    pshufb D, \by
    psrld Z, \right /* b, rotated */
    pslld B, 32 - \right
    por B, Z
    paddd C, D
    movdqa Y, C
    movdqa Z, C
    psrld Y, \right /* and c */
    pslld Z, 32 - \right
    pxor B, Y
    pxor B, Z
.endm

/* the words of a row to the left by n places */
.macro turn row, n
    pshufd \row, \row, (0xe4e4 >> (2 * \n)) & 0xff
.endm

/* A round but for the sums with the message, which are given. The diagonals are
 * in the order of b: that of b0 first, which is the last one. */
.macro rows sum, r, s0, s1, s2, s3, s4, s5, s6, s7, \
        s8, s9, sa, sb, sc, sd, se, sf
    \sum \r, 0, \s6, \s0, \s2, \s4
    turn A, 1
    half [BY_R1], R2
    \sum \r, 1, \s1, \s3, \s5, \s7
    half BY_R3, R4
    turn C, 1
    turn D, 2
    \sum \r, 2, \s8, \sa, \sc, \se
    turn A, 3
    half [BY_R1], R2
    \sum \r, 3, \sf, \s9, \sb, \sd
    half BY_R3, R4
    turn C, 3
    turn D, 2
.endm

.macro first r, half, i, j, k, l
    gather \i, \j, \k, \l
    finish \r, \half
    paddd A, X
.endm

.macro again r, half, i, j, k, l
    paddd A, [KEPT + 64 * \r + 16 * \half]
.endm

    FUNCTION blocks, 6
#ifdef __AVX__
    vzeroupper /* SSE is slow while the caller's upper halves are dirty */
#endif
    SAVE(ebp)
    SAVE(ebx)
    SAVE(edi)
    SAVE(esi)
    mov ebp, esp
    .cfi_def_cfa_register ebp
    sub esp, FRAME
    and esp, -16
    call .Lhere
.Lhere:
    pop CONST
    add CONST, [CONST + to_constants]

    mov eax, [ARG_H]
    mov IN, [ARG_IN]
    mov COUNT, [ARG_COUNT]
    movdqu A, [eax]
    movdqu B, [eax + 16]
    movq D, [ARG_BYTES]
    psllq D, 3
    movdqa BY_R3, [CONST + OF_R3]
    movdqa [H], A
    movdqa [H + 16], B

/* registers now hold A, B: h; D: bits up to the end of the block */
    .p2align 6
.Lblock:
    movq [BITS], D
    .irp i, 0, 16, 32, 48
    movdqu X, [IN + \i]
    pshufb X, [AS_WORDS]
    movdqa [M + \i], X
    .endr
    turn A, 3
    movdqa C, [OF_C]
    pshufd D, D, 0x50
    pxor D, [OF_D]

#define ROW(...) rows first, __VA_ARGS__;
    SIGMA(ROW)
#undef ROW
#define ROW(...) rows again, __VA_ARGS__;
    SIGMA_AGAIN(ROW)
#undef ROW

    turn A, 1
    pxor A, C
    pxor A, [H]
    pxor D, [H + 16]
    pxor B, D
    movdqa [H], A
    movdqa [H + 16], B
    movq D, [BITS]
    paddq D, [BLOCK_BITS]
    add IN, 64
    dec COUNT
    jnz .Lblock

    mov eax, [ARG_H]
    movdqu [eax], A
    movdqu [eax + 16], B
    mov esp, ebp
    .cfi_def_cfa esp, 20
    RESTORE(esi)
    RESTORE(edi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret
    .p2align 2
.Lto_constants:
    .long .Lconstants - .Lhere
    .set to_constants, .Lto_constants - .Lhere
    END_OF blocks

    .section .rodata
    .p2align 6
.Lconstants:
    .byte 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
    .byte 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
    .long PI0, PI1, PI2, PI3
    .long PI4, PI5, PI6, PI7
    .quad 512, 0
#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    .long PI##s7, PI##s1, PI##s3, PI##s5; \
    .long PI##s0, PI##s2, PI##s4, PI##s6; \
    .long PI##s9, PI##sb, PI##sd, PI##sf; \
    .long PI##se, PI##s8, PI##sa, PI##sc;
    SIGMA(ROW)
    .set OF_R3, . - .Lconstants
    .byte 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12
