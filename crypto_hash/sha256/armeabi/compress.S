/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-256's compression function for 32-bit ARM from ARMv5TE on.
 *
 * void compress(uint32_t h[8], const unsigned char *in,
 *               unsigned long long blocks)
 *     r0 h   r1 in   r2 blocks (r3, its high word, is 0: memory has no 2^32)
 *     h is aligned to words, in needs no alignment.
 *
 * The idea: first all of K + W goes to memory, then the rounds take it from
 * there. Each of the two has all registers for itself, so that ldm and stm
 * move four words at once, and W[t-2] stays in registers. The rounds take
 * K + W from the stack as if it had been pushed; the table is aligned to its
 * own size, so that sp is the loop's counter as well.
 *
 * Sigma1(e) = (e ^ e >>> 5 ^ e >>> 19) >>> 6, and shifts of second operands are
 * free: two xors and the sum. Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)), whose
 * b ^ c is the a ^ b of the round before.
 *
 * Floor: 64 rounds of 16.25 instructions, 48 words of 11.5, 16 of 1.75 and as
 * many to load: 1640 a block, 25.6 a byte.
 *
 * The stack, aligned to 256:
 *     sp          W, replaced by K + W from the front on
 *     sp + 256    h, in, blocks, sp before it was aligned
 */

#include "asm.h"

    .syntax unified
#if __ARM_ARCH >= 6
    .arch armv6
#else
    .arch armv5te
#endif
    .arm

#define compress CRYPTO_NAMESPACE(compress)
#define ROUNDS 64
#define W 256                   /* bytes */
#define SAVED W
#define FRAME (W + 16)

/* The schedule: W[t] to W[t+4], W[t+14] and W[t+15], four temporaries, where
 * W[t] is, where W[t+16] is */
#define A0 r0
#define A1 r1
#define A2 r2
#define A3 r3
#define A4 r4
#define Ce r5
#define Cf r6
#define B0 r7
#define B1 r8
#define B2 r9
#define B3 r10
#define P r11
#define Q r12
#define CONSTANT lr

/* The rounds: X and Y are a ^ b and b ^ c in turns; T is free as soon as the
 * first of four K + W was added. */
#define a r0
#define b r1
#define c r2
#define d r3
#define e r4
#define f r5
#define g r6
#define h r7
#define KW0 r8
#define KW1 r9
#define KW2 r10
#define KW3 r11
#define X r12
#define Y lr
#define T KW0

/* from big-endian; t is free */
.macro swap x, t
#if __ARM_ARCH >= 6
    rev \x, \x
#else
    eor \t, \x, \x, ror #16
    bic \t, \t, #0xff0000
    mov \x, \x, ror #8
    eor \x, \x, \t, lsr #8
#endif
.endm

.macro load8
    ldm r0!, {r4-r11}
    .irp i, 4, 5, 6, 7, 8, 9, 10, 11
    swap r\i, r12
    .endr
    stm r1!, {r4-r11}
.endm

/* to = w + sigma(x), sigma(x) = (x ^ x >>> n) >>> m ^ x >> s */
.macro sigma to, w, x, n, m, s
    eor B0, \x, \x, ror #\n
    mov B1, \x, lsr #\s
    eor B1, B1, B0, ror #\m
    add \to, \w, B1
.endm
.macro sigma0 to, w, x
    sigma \to, \w, \x, 11, 7, 3
.endm
.macro sigma1 to, w, x
    sigma \to, \w, \x, 2, 17, 10
.endm

/* K + W for W[t] to W[t+3] in A0 to A3 */
.macro constants
    ldm CONSTANT!, {B0-B3}
    add B0, B0, A0
    add B1, B1, A1
    add B2, B2, A2
    add B3, B3, A3
    stm P!, {B0-B3}
.endm

/* That, and W[t+16] to W[t+19], which end up in A0, A1, Ce, Cf */
.macro expand
    ldm P, {A0-A4}
    constants
    sigma0 A0, A0, A1
    sigma0 A1, A1, A2
    sigma0 A2, A2, A3
    sigma0 A3, A3, A4
    add B0, P, #4 * 5 /* W[t+9]; P is at W[t+4] now */
    ldm B0, {B0-B3}
    add A0, A0, B0
    add A1, A1, B1
    add A2, A2, B2
    add A3, A3, B3
    sigma1 A0, A0, Ce
    sigma1 A1, A1, Cf
    sigma1 Ce, A2, A0
    sigma1 Cf, A3, A1
    stm Q!, {A0, A1, Ce, Cf}
.endm

/* One round; x becomes a ^ b, y was b ^ c. */
.macro round a, b, c, d, e, f, g, h, kw, x, y
    add \h, \h, \kw
    eor T, \f, \g
    and T, T, \e
    eor T, T, \g
    add \h, \h, T
    eor T, \e, \e, ror #5
    eor T, T, \e, ror #19
    add \h, \h, T, ror #6
    add \d, \d, \h
    eor T, \a, \a, ror #11
    eor T, T, \a, ror #20
    add \h, \h, T, ror #2
    eor \x, \a, \b
    and \y, \y, \x
    eor \y, \y, \b
    add \h, \h, \y
.endm

.macro add_to h, w0, w1, w2, w3
    ldm \h, {r9-r12}
    add \w0, \w0, r9
    add \w1, \w1, r10
    add \w2, \w2, r11
    add \w3, \w3, r12
    stm \h!, {\w0, \w1, \w2, \w3}
.endm

/* Where the old sp is while sp is in W or, before is -1, right behind a word of
 * it: at SAVED + 12 from the multiple of W below */
#define CFA_WITHIN_W(before) \
    .cfi_escape 0x0f, 12, 0x70 + SP_NUMBER, before & 127, 0x11, 0x80, 0x7e, \
    0x1a, 0x23, ((SAVED + 12) & 127) | 128, (SAVED + 12) >> 7, 0x06, 0x23, 36

    .text
    .p2align 5
.Lconstants:
#define K(high, low) .word high
#include "constants.inc"

    FUNCTION compress
    push {r4-r11, lr}
    .cfi_adjust_cfa_offset 36
    SAVED_AT 0, 4, r4, r5, r6, r7, r8, r9, r10, r11, lr
    mov r3, sp
    .cfi_def_cfa_register r3
    sub sp, sp, #FRAME
    bic sp, sp, #W - 1
    cmp r2, #0
    add r4, sp, #SAVED
    stm r4, {r0-r3}
    CFA_AT(SAVED + 12, 36)
    beq .Lreturn

.Lblock:
    /* Registers now hold nothing that is needed. */
    ldr r0, [sp, #SAVED + 4]
    mov r1, sp
    adr CONSTANT, .Lconstants
    tst r0, #3
    bne .Lunaligned
    load8
    load8
.Lloaded:
    str r0, [sp, #SAVED + 4]
    mov P, sp
    add Q, sp, #4 * 16
    ldr Ce, [sp, #4 * 14]
    ldr Cf, [sp, #4 * 15]
.Lexpand:
    .rept 4
    expand
    .endr
    add B0, sp, #4 * 48
    cmp P, B0
    bne .Lexpand
    .rept 4
    ldm P, {A0-A3}
    constants
    .endr

    ldr r8, [sp, #SAVED]
    ldm r8, {a, b, c, d, e, f, g, h}
    eor Y, b, c
.Lrounds:
    /* Registers now hold: a to h, Y = b ^ c; sp is at K + W. */
    CFA_WITHIN_W(0)
    ldm sp!, {KW0, KW1, KW2, KW3}
    round a, b, c, d, e, f, g, h, KW0, X, Y
    round h, a, b, c, d, e, f, g, KW1, Y, X
    round g, h, a, b, c, d, e, f, KW2, X, Y
    round f, g, h, a, b, c, d, e, KW3, Y, X
    ldm sp!, {KW0, KW1, KW2, KW3}
    CFA_WITHIN_W(-1)
    round e, f, g, h, a, b, c, d, KW0, X, Y
    round d, e, f, g, h, a, b, c, KW1, Y, X
    round c, d, e, f, g, h, a, b, KW2, X, Y
    round b, c, d, e, f, g, h, a, KW3, Y, X
    tst sp, #W - 1
    bne .Lrounds

    sub sp, sp, #W
    CFA_AT(SAVED + 12, 36)
    ldr r8, [sp, #SAVED]
    add_to r8, a, b, c, d
    add_to r8, e, f, g, h
    ldr r2, [sp, #SAVED + 8]
    subs r2, r2, #1
    str r2, [sp, #SAVED + 8]
    bne .Lblock

.Lreturn:
    ldr sp, [sp, #SAVED + 12]
    .cfi_def_cfa sp, 36
    pop {r4-r11, pc}
    CFA_AT(SAVED + 12, 36)

.Lunaligned:
    /* r0 the block, r1 W */
    add r6, r1, #4 * 16
1:
    ldrb r2, [r0], #1
    ldrb r3, [r0], #1
    ldrb r4, [r0], #1
    ldrb r5, [r0], #1
    orr r3, r3, r2, lsl #8
    orr r4, r4, r3, lsl #8
    orr r5, r5, r4, lsl #8
    str r5, [r1], #4
    cmp r1, r6
    bne 1b
    bal .Lloaded
    END_OF compress
