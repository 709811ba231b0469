/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The compression function of BLAKE-256 on count > 0 blocks of 64 bytes:
 *
 *     void blocks(word h[8], const unsigned char *in,
 *                 unsigned long long count, unsigned long long bytes);
 *
 * rdi  h, in the machine's byte order, read and written
 * rsi  in, of any alignment
 * rdx  count
 * rcx  bytes of the message up to the end of the first block
 *
 * A word of the state has 64 bits of a vector to itself, a row is two vectors.
 * Where a word stands twice in its 64 bits, a plain shift to the right leaves
 * its rotation in the lower half: one operation, where 32-bit lanes need two
 * shifts and an or. For the sake of b ^ c, c must stand twice: so d does, which
 * the shuffle of its bytes doubles as it rotates them, and b is doubled while
 * the sum for c is awaited. In a and the message only lower halves count.
 *
 * Row b stays, and the others turn against it: by one word with two palignr, by
 * two words as the vectors change places. In ymm registers a row would be one
 * vector, but to cross the middle of one takes a Zen 3 more cycles than a turn
 * has time.
 *
 * Floor: the longest way through half a G is add, xor, shuffle, add, xor,
 * shift: 24 cycles a round, 336 a block. A round has 84 vector operations, of
 * which 40 are shuffles, insertions and shifts: 21 cycles on four units, two of
 * which do these 40. With so little room the order matters. Of the operations
 * that are ready a unit takes the oldest; so those of the longest way come
 * first, and all others as late as they may. Where a single unit shuffles, as
 * in Intel's up to Skylake, that is 32 cycles a round, and amd64 has 28.
 */

#include "asm.h"
#include "blocks.h"

    .intel_syntax noprefix

#define blocks CRYPTO_NAMESPACE(blocks)

#define WORDS rdi       /* h */
#define IN rsi
#define COUNT rdx
#define BYTES rcx

#define A0 xmm0         /* rows of the state, two words a vector */
#define A1 xmm1
#define B0 xmm2
#define B1 xmm3
#define C0 xmm4
#define C1 xmm5
#define D0 xmm6
#define D1 xmm7
#define T0 xmm8         /* b doubled */
#define T1 xmm9
#define Y xmm10         /* passing use */
#define Z xmm11         /* a quarter of the message */
#define V xmm12         /* two words of X */
#define BY_R1 xmm13     /* bytes of a row, rotated and doubled */
#define BY_R3 xmm14
#define AS_WORDS xmm15  /* bytes of four words, reversed */

/* The stack, aligned to 16 bytes */
#define X rsp           /* of ten rounds: the message xor constants */
#define M rsp + 640     /* the message */
#define H_A M + 64      /* h at the begin of the block, as rows a */
#define H_B M + 96      /* and b */
#define FRAME 768

#define AHEAD 2         /* X of a round is made so many rounds before */

/* Quarter i of X of round r; from the tenth on it is there */
.macro prepare r, i
    .if \r < 10
    vmovdqa Z, [M + 16 * \i]
    vpxor Z, Z, [rip + .Lof_message + 64 * \r + 16 * \i]
    vmovdqa [X + 64 * \r + 16 * \i], Z
    .endif
.endm

/* a += words i, j, k, l of X of round r */
.macro message r, i, j, k, l
    vmovd V, [X + 64 * \r + 4 * \i]
    vpinsrd V, V, [X + 64 * \r + 4 * \j], 2
    vpaddd A0, A0, V
    vmovd V, [X + 64 * \r + 4 * \k]
    vpinsrd V, V, [X + 64 * \r + 4 * \l], 2
    vpaddd A1, A1, V
.endm

/* The words of a row to the left by one place */
.macro left lo, hi
    vpalignr Y, \hi, \lo, 8
    vpalignr \hi, \lo, \hi, 8
    vmovdqa \lo, Y
.endm

/* and to the right */
.macro right lo, hi
    vpalignr Y, \hi, \lo, 8
    vpalignr \lo, \lo, \hi, 8
    vmovdqa \hi, Y
.endm

.macro stay lo, hi
.endm

/* Half of four Gs, after X was added to a. Before it needs c that may be
 * turned, and after it needed a that one. */
.macro half by, n, d0, d1, turn_c, turn_a, ahead, i
    vpaddd A0, A0, B0
    vpaddd A1, A1, B1
    vpxor \d0, \d0, A0
    vpxor \d1, \d1, A1
    vpshufb \d0, \d0, \by
    vpshufb \d1, \d1, \by
    \turn_c C0, C1
    vpshufd T0, B0, 0xa0
    vpshufd T1, B1, 0xa0
    vpaddd C0, C0, \d0
    vpaddd C1, C1, \d1
    prepare \ahead, \i
    \turn_a A0, A1
    vpxor B0, T0, C0
    vpxor B1, T1, C1
    vpsrlq B0, B0, \n
    vpsrlq B1, B1, \n
.endm

/* The diagonals are in the order of b: that of b0 first, which is the last
 * one. d, which turns by two, is its other vector first. */
.macro round r, ahead, s0, s1, s2, s3, s4, s5, s6, s7, \
        s8, s9, sa, sb, sc, sd, se, sf
    message \r, \s0, \s2, \s4, \s6
    half BY_R1, R2, D0, D1, right, stay, \ahead, 0
    message \r, \s1, \s3, \s5, \s7
    half BY_R3, R4, D0, D1, stay, right, \ahead, 1
    message \r, \se, \s8, \sa, \sc
    half BY_R1, R2, D1, D0, left, stay, \ahead, 2
    message \r, \sf, \s9, \sb, \sd
    half BY_R3, R4, D1, D0, stay, left, \ahead, 3
.endm

    FUNCTION blocks, 6
    mov rax, rsp
    .cfi_def_cfa_register rax
    sub rsp, FRAME
    and rsp, -16
    vmovdqa BY_R1, [rip + .Lby_r1]
    vmovdqa BY_R3, [rip + .Lby_r3]
    vmovdqa AS_WORDS, [rip + .Las_words]
    vpmovzxdq A0, [WORDS]
    vpmovzxdq A1, [WORDS + 8]
    vpmovzxdq B0, [WORDS + 16]
    vpmovzxdq B1, [WORDS + 24]

/* registers now hold A, B: h; BYTES: up to the end of the block */
    .p2align 6
.Lblock:
    .irp i, 0, 1, 2, 3
    vmovdqu Z, [IN + 16 * \i]
    vpshufb Z, Z, AS_WORDS
    vmovdqa [M + 16 * \i], Z
    .irp r, 0, 1
    vpxor Y, Z, [rip + .Lof_message + 64 * \r + 16 * \i]
    vmovdqa [X + 64 * \r + 16 * \i], Y
    .endr
    .endr
    vmovdqa [H_A], A0
    vmovdqa [H_A + 16], A1
    vmovdqa [H_B], B0
    vmovdqa [H_B + 16], B1
    vmovdqa C0, [rip + .Lof_c]
    vmovdqa C1, [rip + .Lof_c + 16]
    vmovq Y, BYTES
    vpsllq Y, Y, 3
    vpshufd D0, Y, 0x00
    vpshufd D1, Y, 0x55
    vpxor D0, D0, [rip + .Lof_d]
    vpxor D1, D1, [rip + .Lof_d + 16]

#define ROW(r, ...) round r, (r + AHEAD), __VA_ARGS__;
    SIGMA(ROW)
#undef ROW
#define ROW(r, ...) round r, 10, __VA_ARGS__;
    SIGMA_AGAIN(ROW)
#undef ROW

    right C0, C1
    vpxor A0, A0, C0
    vpxor A1, A1, C1
    vpxor B0, B0, D0
    vpxor B1, B1, D1
    vpxor A0, A0, [H_A]
    vpxor A1, A1, [H_A + 16]
    vpxor B0, B0, [H_B]
    vpxor B1, B1, [H_B + 16]
    add IN, 64
    add BYTES, 64
    dec COUNT
    jnz .Lblock

    vshufps A0, A0, A1, 0x88
    vshufps B0, B0, B1, 0x88
    vmovdqu [WORDS], A0
    vmovdqu [WORDS + 16], B0
    mov rsp, rax
    .cfi_def_cfa rsp, 8
    ret
    END_OF blocks

    .section .rodata
    .p2align 6
.Lby_r1:
    .byte 2, 3, 0, 1, 2, 3, 0, 1, 10, 11, 8, 9, 10, 11, 8, 9
.Lby_r3:
    .byte 1, 2, 3, 0, 1, 2, 3, 0, 9, 10, 11, 8, 9, 10, 11, 8
.Las_words:
    .byte 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
.Lof_c:
    .long PI1, PI1, PI2, PI2, PI3, PI3, PI0, PI0
.Lof_d:
    .long PI4, PI4, PI5, PI5, PI6, PI6, PI7, PI7
.Lof_message: /* by round: for each word, its partner's constant */
#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    .set of_##s0, PI##s1; .set of_##s1, PI##s0; \
    .set of_##s2, PI##s3; .set of_##s3, PI##s2; \
    .set of_##s4, PI##s5; .set of_##s5, PI##s4; \
    .set of_##s6, PI##s7; .set of_##s7, PI##s6; \
    .set of_##s8, PI##s9; .set of_##s9, PI##s8; \
    .set of_##sa, PI##sb; .set of_##sb, PI##sa; \
    .set of_##sc, PI##sd; .set of_##sd, PI##sc; \
    .set of_##se, PI##sf; .set of_##sf, PI##se; \
    .long of_0, of_1, of_2, of_3, of_4, of_5, of_6, of_7; \
    .long of_8, of_9, of_10, of_11, of_12, of_13, of_14, of_15;
    SIGMA(ROW)
