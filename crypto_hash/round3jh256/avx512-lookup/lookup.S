/* SPDX-License-Identifier: CC0-1.0 */
/*
 * JH from the first block to the digest, by tables that are registers.
 *
 *     void digest(unsigned char out[CRYPTO_BYTES], const unsigned char *in,
 *                 uint64_t whole, const __m512i *last, size_t rest,
 *                 const uint8_t initial[128]);
 *
 * rdi out, rsi in, rdx whole, rcx last, r8 rest, r9 initial; nothing need be
 * aligned. No stack, no register that a call keeps.
 *
 * The state is 128 bytes in two registers: byte p has the even element p in its
 * low half and, before and after seven rounds, the odd element p ^ 64 in its
 * high half.
 * vpermb looks six bits up in a register of 64 bytes: an element and the bits
 * of the constants for the even and the odd place. So one look-up is the S-box
 * and the share of one element in both results of L:
 *     i = even element | constants, j = odd element | constants
 *     v = A[i] + B[j]
 * The odd elements at distance 1, 2 or 4 change places, and come to the low
 * half of their bytes, by one rotation of v. At 8, 16 and 32 it is one shuffle,
 * with tables A2 and B2 that put the odd result low and the even one high. At 64
 * the odd elements change registers. Some rounds, which `variant` has, and but
 * for the last time number 6 are split: tables CA, DA, CB, DB have the even or
 * the odd result alone, so
 *     next i = CA[i] + CB[j] + constants
 *     next j = DA[i] + DB[j] + constants, its elements swapped
 * which is more look-ups but less to do for the port that shifts and rotates,
 * and a shorter way.
 *
 * A block enters by vpermb, which puts the 8 bytes that have bits of 8 places
 * side by side, and vgf2p8affineqb, which transposes them as a matrix of bits;
 * shifted by two the same bits go to the other half of the state, later. So
 * does the initial value. vptestmb collects the words of the digest.
 *
 * Floor: with rounds 0, 2 and 4 split, 94 operations in seven rounds, 88 in the
 * last, for the two ports of 512 bits of a Redwood Cove. One of them does all
 * shuffles, 50 and 46, the other all shifts and rotations: 5 times 50 cycles, 46
 * and 2, 4.66 cycles a byte. The longest way takes 45 to 46 for seven, so order
 * counts: generate.py says where it comes from.
 *
 * On a Zen 5 the longest way counts: an operation takes two cycles at least, one
 * that moves 128 bits four or five, and vpermb five. A split round takes 9, one
 * at distance 16 or 32 two and three more, and number 6 takes 7: 66 cycles for
 * seven rounds, 6.2 a byte. Rounds that are not split take two more each.
 */

#include "asm.h"
#include "api.h"

#define digest  CRYPTO_NAMESPACE(digest)
#define out     rdi
#define in      rsi
#define blocks  rdx
#define last    rcx
#define rest    r8
#define initial r9
#define constants rax
#define sevens  r10d
#define first   r11
#define places  k1
#define gather0 zmm28
#define gather1 zmm29
#define unit    zmm30
#define low     zmm31

    .intel_syntax noprefix

/* zmm16 and zmm17 = half of a state in the words' order at \from, its
 * bits in the upper half of each element */
.macro elements from
    vmovdqu64 zmm17, [\from]
    vpermb zmm16{places}{z}, gather0, zmm17
    vpermb zmm17{places}{z}, gather1, zmm17
    vgf2p8affineqb zmm16, unit, zmm16, 0
    vgf2p8affineqb zmm17, unit, zmm17, 0
.endm

.macro indices to, row
    vpternlogq \to, low, [constants + \row], 0xea
.endm

/* A word of the digest: \bit of the bytes of \from */
.macro word number, bit, from
    .if 64 - CRYPTO_BYTES <= 8 * \number
    vptestmb k2, \from, \bit
    kmovq [out + 8 * \number + CRYPTO_BYTES - 64], k2
    .elseif 64 - CRYPTO_BYTES < 8 * \number + 8
    vptestmb k2, \from, \bit
    kmovq rax, k2
    shr rax, 32
    mov [out], eax
    .endif
.endm

#include "rounds.inc"

    FUNCTION digest, 6
    lea first, [rip + .Ltables]
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    vmovdqa64 zmm2\n, [first + 64 * \n]
    .endr
    vmovdqa64 gather0, [first + 512]
    vmovdqa64 gather1, [first + 576]
    vpbroadcastq unit, [first + 640]
    vpbroadcastd low, [first + 648]
    kmovq places, [first + 656]
    add first, 704

    elements initial
    vmovdqa64 zmm0, zmm16
    vmovdqa64 zmm1, zmm17
    elements initial + 64
    vpsrlw zmm18, zmm16, 2
    vpsrlw zmm19, zmm17, 2
    test blocks, blocks
    jz .Lrest

    /* Registers now hold: in the next block, blocks how many are left, zmm0
     * and zmm1 the state, zmm18 and zmm19 what is yet to be added to it */
    .p2align 6
.Lblock:
    elements in
    vpternlogq zmm0, zmm18, zmm16, 0x96
    vpternlogq zmm1, zmm19, zmm17, 0x96
    vpsrlw zmm18, zmm16, 2
    vpsrlw zmm19, zmm17, 2
    add in, 64
    mov constants, first
    mov sevens, 5
    vpsrlw zmm2, zmm1, 4
    vpsrlw zmm3, zmm0, 4
    indices zmm0, 0
    indices zmm1, 64
    indices zmm2, 0
    indices zmm3, 64

    /* Registers now hold: zmm0 and zmm1 the indices of even elements,
     * zmm2 and zmm3 those of odd ones */
    .p2align 6
.Lsevens:
    seven_rounds
    add constants, SEVEN
    dec sevens
    jnz .Lsevens
    last_seven_rounds
    dec blocks
    jnz .Lblock

.Lrest:
    mov in, last
    mov blocks, rest
    xor r8d, r8d
    test blocks, blocks
    jnz .Lblock

    vpxorq zmm0, zmm0, zmm18
    vpxorq zmm1, zmm1, zmm19
    vpbroadcastd zmm2, [rip + .Lbits]
    vpbroadcastd zmm3, [rip + .Lbits + 4]
    vpbroadcastd zmm4, [rip + .Lbits + 8]
    vpbroadcastd zmm5, [rip + .Lbits + 12]
    word 0, zmm3, zmm0
    word 1, zmm3, zmm1
    word 2, zmm5, zmm1
    word 3, zmm5, zmm0
    word 4, zmm2, zmm0
    word 5, zmm2, zmm1
    word 6, zmm4, zmm1
    word 7, zmm4, zmm0
    vzeroupper
    ret
    END_OF digest

    .section .rodata, "a", @progbits
    .p2align 6
.Ltables:
    tables
    /* Bytes of words of even, odd, even and odd elements, at 0, 16, 32 and 48,
     * for matrices: byte 7 - n has bit n of 8 elements; zeros are masked */
    .set number, 0
    .rept 16
    .byte 16 + (number ^ 8), 48 + (number ^ 8), 0, 0
    .byte number, 32 + number, 0, 0
    .set number, number + 1
    .endr
    .quad 0x8040201008040201
    .long 0x0f0f0f0f, 0
    .quad 0x3333333333333333
    .fill 5, 8, 0

/* A round's constants: of even elements in bit 4, of odd ones in bit 5 */
.macro half even, odd
    .set bit, 0
    .rept 64
    .byte (\even >> bit & 1) << 4 | (\odd >> bit & 1) << 5
    .set bit, bit + 1
    .endr
.endm
.macro row even1, even0, odd1, odd0
    half \even0, \odd0
    half \even1, \odd1
.endm
    rows

.Lbits:
    .long 0x01010101, 0x02020202, 0x10101010, 0x20202020
