/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-512's compression function for 32-bit ARM from ARMv5TE on.
 *
 * void compress(uint64_t h[8], const unsigned char *in,
 *               unsigned long long blocks)
 *     r0 h   r1 in   r2 blocks (r3, its high word, is 0: memory has no 2^32)
 *     in needs no alignment; by 4 bytes it is faster.
 *
 * Stack, from sp:
 *     0     four records of the state: d h, c g, b f, a e
 *     64    40 records of the schedule: W[t], W[t+1], K + W[t], K + W[t+1]
 *     1344  h, in, blocks; saved registers
 *
 * The idea: first the schedule, then the rounds, each with its own use of the
 * registers. A round stores the new a and e where the schedule is no longer
 * wanted, with one stm that moves on the pointer. So state and schedule lie at
 * the same distances from it in every round, none is ever moved, and one
 * pointer does for both. A rotation of 64 bits is
 *
 *     low(x >>> n) = low ror n ^ d lsl (32 - n)           d = low ^ high
 *     high(x >>> n) = high ror n ^ d lsl (32 - n)         n < 32
 *
 * and for greater n the same with low and high exchanged at the right. The
 * last terms are the same for both halves; so three rotations take 10
 * operations, not 12, and only two registers.
 *
 * Floor: 80 rounds of 50, 64 words of 31 and 16 of 9.5: 6136 a block, 47.9 a
 * byte.
 */

#include "asm.h"

    .syntax unified
    .arch armv5te
    .arm

#define compress CRYPTO_NAMESPACE(compress)
#define ROUNDS 80
#define SCHEDULE 64
#define FRAME (SCHEDULE + 16 * ROUNDS)
#define h_at [sp, #FRAME]
#define in_at [sp, #(FRAME + 4)]
#define blocks_at [sp, #(FRAME + 8)]

/* Pairs: low half, high half */
#define P0 r0, r1
#define P1 r2, r3
#define P2 r4, r5
#define P3 r6, r7
#define P4 r8, r9
#define P5 r10, r11

/* Loading of the message; in and mask come from big_endian.inc */
#include "big_endian.inc"
#define end r10

/* Schedule */
#define k r12
#define w lr                    /* the record of W[t] */

/* Rounds */
#define E P2
#define E0 r4
#define E1 r5
#define Y P3                    /* a sum */
#define Y0 r6
#define Y1 r7
#define p r12                   /* where the next a and e go */
#define last lr

.macro plus to0, to1, x0, x1, y0, y1
    adds \to0, \x0, \y0
    adc \to1, \x1, \y1
.endm

/* to = from ^ what the low half of high:low >>> n has not in common with
 * the high half */
.macro turn to, from, low, high, n
    .if \n < 32
    eor \to, \from, \low, ror #\n
    .else
    eor \to, \from, \high, ror #(\n - 32)
    .endif
.endm

/* to = y + (x >>> n0 ^ x >>> n1 ^ x >>> n2) */
.macro sums to0, to1, y0, y1, x0, x1, n0, n1, n2, t0, t1
    eor \t0, \x0, \x1
    mov \t1, \t0, lsl #((64 - \n0) % 32)
    eor \t1, \t1, \t0, lsl #((64 - \n1) % 32)
    eor \t1, \t1, \t0, lsl #((64 - \n2) % 32)
    turn \t0, \t1, \x0, \x1, \n0
    turn \t0, \t0, \x0, \x1, \n1
    turn \t0, \t0, \x0, \x1, \n2
    turn \t1, \t1, \x1, \x0, \n0
    turn \t1, \t1, \x1, \x0, \n1
    turn \t1, \t1, \x1, \x0, \n2
    plus \to0, \to1, \y0, \y1, \t0, \t1
.endm

/* w += x >>> n0 ^ x >>> n1 ^ x >> s */
.macro small w0, w1, x0, x1, n0, n1, s, t0, t1
    eor \t0, \x0, \x1
    mov \t1, \t0, lsl #((64 - \n0) % 32)
    eor \t1, \t1, \t0, lsl #((64 - \n1) % 32)
    turn \t0, \t1, \x0, \x1, \n0
    turn \t0, \t0, \x0, \x1, \n1
    eor \t0, \t0, \x0, lsr #\s
    eor \t0, \t0, \x1, lsl #(32 - \s)
    turn \t1, \t1, \x1, \x0, \n0
    turn \t1, \t1, \x1, \x0, \n1
    eor \t1, \t1, \x1, lsr #\s
    plus \w0, \w1, \w0, \w1, \t0, \t1
.endm

/* w = W[t-16] becomes W[t]: x is W[t-15], y W[t-2], and W[t-7] at at. */
.macro expand w0, w1, x0, x1, y0, y1, at, t0, t1
    ldrd \t0, \t1, [w, #\at]
    plus \w0, \w1, \w0, \w1, \t0, \t1
    small \w0, \w1, \x0, \x1, 1, 8, 7, \t0, \t1
    small \w0, \w1, \y0, \y1, 19, 61, 6, \t0, \t1
.endm

/* A record of words c and x, with what is in i and j */
.macro record c0, c1, x0, x1, i0, i1, j0, j1
    ldm k!, {\i0, \i1, \j0, \j1}
    plus \i0, \i1, \i0, \i1, \c0, \c1
    plus \j0, \j1, \j0, \j1, \x0, \x1
    stm w!, {\c0, \c1, \x0, \x1, \i0, \i1, \j0, \j1}
.endm

/* A round; then a is in b, b in a, and x, which is a ^ b now, in t. */
.macro round a0, a1, b0, b1, x0, x1, t0, t1, kw
    /* y = Ch(e, f, g) */
    ldrd \t0, \t1, [p, #-40]
    ldrd Y, [p, #-24]
    eor Y0, Y0, \t0
    eor Y1, Y1, \t1
    and Y0, Y0, E0
    and Y1, Y1, E1
    eor Y0, Y0, \t0
    eor Y1, Y1, \t1
    /* y += Sigma1(e) + K + W + h */
    ldrd \t0, \t1, [p, #\kw]
    plus Y, Y, \t0, \t1
    sums Y, Y, E, 14, 18, 41, \t0, \t1
    ldrd \t0, \t1, [p, #-56]
    plus Y, Y, \t0, \t1
    /* e = d + y */
    ldrd \t0, \t1, [p, #-64]
    plus E, Y, \t0, \t1
    /* y += Maj(a, b, c) */
    eor \t0, \a0, \b0
    eor \t1, \a1, \b1
    and \x0, \x0, \t0
    and \x1, \x1, \t1
    eor \x0, \x0, \b0
    eor \x1, \x1, \b1
    plus Y, Y, \x0, \x1
    /* a = y + Sigma0(a) */
    sums \b0, \b1, Y, \a0, \a1, 28, 34, 39, \x0, \x1
    stm p!, {\b0, \b1, E}
.endm

    .text
    .p2align 2
.Lconstants:
#define K(high, low) .word low, high
#include "constants.inc"

    FUNCTION compress
    cmp r2, #0
    bxeq lr
    push {r0-r2, r4-r11, lr}
    .cfi_adjust_cfa_offset 48
    SAVED_AT 12, 4, r4, r5, r6, r7, r8, r9, r10, r11, lr
    sub sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    mov r1, sp
    .irp i, 3, 2, 1, 0
    ldrd P2, [r0, #(8 * \i)]
    ldrd P3, [r0, #(8 * \i + 32)]
    stm r1!, {P2, P3}
    .endr

.Lblock:
    ldr in, in_at
    adr k, .Lconstants
    add w, sp, #SCHEDULE
    add end, w, #(16 * 16)
    tst in, #3
    bne .Lbytes
    make_mask
.Lwords:
    /* Registers now hold: in, mask, end, k, w. */
    .rept 4
    load_two
    record P0, P1, P2, P3
    .endr
    cmp w, end
    bne .Lwords
    b .Lloaded
.Lbytes:
    load_bytes r0, r1
    load_bytes r2, r3
    record P0, P1, P2, P3
    cmp w, end
    bne .Lbytes
.Lloaded:
    str in, in_at
    ldrd P0, [sp, #SCHEDULE]
    ldrd P2, [w, #-32]
    ldrd P3, [w, #-24]

.Lschedule:
    /* Registers now hold: P0 W[t-16], P2 W[t-2], P3 W[t-1], k, w. */
    .rept 4
    ldrd P1, [w, #-248]
    expand P0, P1, P2, -120, P4
    ldrd P2, [w, #-224]
    expand P1, P2, P3, -96, P4
    record P0, P1, P3, P4
    /* P2 W[t-14], P0 W[t], P1 W[t+1], and w is two words on */
    ldrd P3, [w, #-248]
    expand P2, P3, P0, -120, P4
    ldrd P0, [w, #-224]
    expand P3, P0, P1, -96, P4
    record P2, P3, P4, P5
    .endr
    add r8, sp, #FRAME
    cmp w, r8
    bne .Lschedule

    mov last, r8
    add p, sp, #SCHEDULE
    ldrd P5, [p, #-48]
    ldrd P1, [p, #-32]
    ldrd P0, [p, #-16]
    ldrd E, [p, #-8]
    eor r10, r10, r2
    eor r11, r11, r3
.Lrounds:
    /* Registers now hold: P0 a, P1 b, P5 b ^ c, E, p, last. */
    .rept 4
    round P0, P1, P5, P4, 16
    round P1, P0, P4, P5, 8
    .endr
    cmp p, last
    bne .Lrounds

    /* The last four records and the first four */
    sub p, p, #64
    mov lr, sp
    .rept 4
    ldm p!, {P0, P1}
    ldm lr, {P2, P3}
    plus P2, P2, P0
    plus P3, P3, P1
    stm lr!, {P2, P3}
    .endr
    ldr r0, blocks_at
    subs r0, r0, #1
    str r0, blocks_at
    bne .Lblock

    ldr r0, h_at
    mov r1, sp
    .irp i, 3, 2, 1, 0
    ldm r1!, {P2, P3}
    strd P2, [r0, #(8 * \i)]
    strd P3, [r0, #(8 * \i + 32)]
    .endr
    add sp, sp, #FRAME
    .cfi_adjust_cfa_offset -FRAME
    pop {r0-r2, r4-r11, pc}
    END_OF compress
