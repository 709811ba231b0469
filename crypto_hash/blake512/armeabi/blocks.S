/* SPDX-License-Identifier: CC0-1.0 */
/* The compression function of BLAKE-512 on count > 0 blocks of 128 bytes, for
 * 32-bit ARM from ARMv5TE on.
 *
 *   void blocks(uint64_t h[8], const unsigned char *in,
 *               unsigned long long count, unsigned long long bytes);
 *
 * On entry: r0 = h, r1 = in, of any alignment; by 4 bytes it is faster; r2 =
 * count (r3, its high word, is 0: memory has no 2^32 blocks); on the stack
 * bytes of the message up to the end of the first block.
 *
 * Stack, from sp:
 *   0       the state by columns: a, b, c, d of each
 *   128     the state by diagonals, likewise
 *   256     the words of the message
 *   384     where the table ends
 *   392     h, in, count; saved registers
 *   440     bytes
 *
 * The idea: the four words of a G lie side by side for one ldm, and are stored
 * to where the next step, on diagonals or columns, wants them. A table has what
 * a half of G needs next to each other: where its message word is, and the
 * constant. So a round is a loop of 1.5 KB. Of the rotations by 32 and by 16
 * the former is but a change of names, the latter is done in place.
 * Floor: a G is 40 instructions and 6 for the state, 128 of them make a block:
 * 46 instructions a byte. */

#include "asm.h"
#include "blocks.h"

    .syntax unified
    .arch armv5te
    .arm

#define blocks CRYPTO_NAMESPACE(blocks)

#define COLUMNS 0
#define DIAGONALS 128
#define MESSAGE 256
#define MESSAGE_END 384
#define FRAME 392
#define pi_at [sp, #MESSAGE_END]
#define h_at [sp, #FRAME]
#define in_at [sp, #(FRAME + 4)]
#define count_at [sp, #(FRAME + 8)]
#define BYTES (FRAME + 48)
#define TABLE (ROUNDS * 16 * 12)

/* Pairs: low half, high half */
#define A r0, r1
#define B r2, r3
#define C r4, r5
#define D r6, r7
#define M r8, r9                /* free */
#define k r10                   /* the row of the table */
#define at r11
#define c0 r12
#define c1 lr

/* Loading of the message; in and mask come from big_endian.inc */
#include "big_endian.inc"
#define to r10
#define end r11

.macro plus x0, x1, y0, y1
    adds \x0, \x0, \y0
    adc \x1, \x1, \y1
.endm

.macro exor x0, x1, y0, y1
    eor \x0, \x0, \y0
    eor \x1, \x1, \y1
.endm

/* to = x >>> n */
.macro turn to0, to1, x0, x1, n
    mov \to0, \x0, lsr #\n
    orr \to0, \to0, \x1, lsl #(32 - \n)
    mov \to1, \x1, lsr #\n
    orr \to1, \to1, \x0, lsl #(32 - \n)
.endm

/* a += b + (message word ^ constant) */
.macro add_message b0, b1, m0, m1
    ldm k!, {at, c0, c1}
    ldrd \m0, \m1, [sp, at]
    exor \m0, \m1, c0, c1
    plus A, \b0, \b1
    plus A, \m0, \m1
.endm

/* G on column or diagonal i of the state at from; puts a to d where the state
 * at to has them, bi, ci and di further on. */
.macro G i, from, to, bi, ci, di
    .if \from + \i
    add lr, sp, #(\from + 32 * \i)
    ldm lr, {A, B, C, D}
    .else
    ldm sp, {A, B, C, D}
    .endif
    add_message B, M
    exor D, A
    plus C, r7, r6 /* d >>> 32 is r7, r6 */
    exor B, C
    turn M, B, R2
    add_message M, B
    exor r7, r6, A
    mov r11, r7, lsr #16
    mov r7, r7, lsl #16
    orr r7, r7, r6, lsr #16
    orr r6, r11, r6, lsl #16
    plus C, D
    exor M, C
    turn B, M, R4
    strd A, [sp, #(\to + 32 * \i)]
    strd B, [sp, #(\to + 32 * ((\i + \bi) % 4) + 8)]
    strd C, [sp, #(\to + 32 * ((\i + \ci) % 4) + 16)]
    strd D, [sp, #(\to + 32 * ((\i + \di) % 4) + 24)]
.endm

    .text
    .p2align 2
#define ENTRY(m, pi) \
    .word MESSAGE + 8 * m; \
    .quad PI##pi;
#define BOTH(x, y) ENTRY(x, y) ENTRY(y, x)
#define ROW(r, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    BOTH(s0, s1) BOTH(s2, s3) BOTH(s4, s5) BOTH(s6, s7) \
    BOTH(s8, s9) BOTH(sa, sb) BOTH(sc, sd) BOTH(se, sf)
    SIGMA(ROW)
    SIGMA_AGAIN(ROW)
.Lpi:
    .quad PI0, PI4, PI1, PI5, PI2, PI6, PI3, PI7

    FUNCTION blocks
    push {r0-r2, r4-r11, lr}
    .cfi_adjust_cfa_offset 48
    SAVED_AT 12, 4, r4, r5, r6, r7, r8, r9, r10, r11, lr
    sub sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    adr r4, .Lpi
    str r4, pi_at

.Lblock:
    ldr in, in_at
    add to, sp, #MESSAGE
    add end, sp, #MESSAGE_END
    tst in, #3
    bne .Lbytes
    make_mask
.Lwords:
    /* registers now hold: in, to, end, mask */
    .rept 2
    load_two
    stm to!, {r0-r3}
    .endr
    cmp to, end
    bne .Lwords
    b .Lloaded
.Lbytes:
    load_bytes r0, r1
    stm to!, {r0, r1}
    cmp to, end
    bne .Lbytes
.Lloaded:
    str in, in_at

    /* The state: h, pi and the counter of bits by columns */
    ldr r12, h_at
    ldr k, pi_at
    ldr r8, [sp, #BYTES]
    ldr r9, [sp, #(BYTES + 4)]
    mov r11, r9, lsr #29
    mov r9, r9, lsl #3
    orr r9, r9, r8, lsr #29
    mov r8, r8, lsl #3
    mov lr, sp
    .irp i, 0, 1, 2, 3
    ldrd A, [r12, #(8 * \i)]
    ldrd B, [r12, #(8 * \i + 32)]
    ldm k!, {C, D}
    .if \i < 2
    exor D, r8, r9
    .else
    eor r6, r6, r11
    .endif
    stm lr!, {A, B, C, D}
    .endr
    sub k, k, #(TABLE + 64)

.Lround:
    /* registers now hold: k */
    G 0, COLUMNS, DIAGONALS, 3, 2, 1
    G 1, COLUMNS, DIAGONALS, 3, 2, 1
    G 2, COLUMNS, DIAGONALS, 3, 2, 1
    G 3, COLUMNS, DIAGONALS, 3, 2, 1
    G 0, DIAGONALS, COLUMNS, 1, 2, 3
    G 1, DIAGONALS, COLUMNS, 1, 2, 3
    G 2, DIAGONALS, COLUMNS, 1, 2, 3
    G 3, DIAGONALS, COLUMNS, 1, 2, 3
    ldr lr, pi_at
    cmp k, lr
    bne .Lround

    /* h ^= a ^ c for its first half, b ^ d for the other */
    ldr lr, h_at
    mov r12, sp
    .irp i, 0, 1, 2, 3
    ldm r12!, {A, B, C, D}
    ldrd r8, r9, [lr, #(8 * \i)]
    ldrd r10, r11, [lr, #(8 * \i + 32)]
    exor A, C
    exor B, D
    exor A, r8, r9
    exor B, r10, r11
    strd A, [lr, #(8 * \i)]
    strd B, [lr, #(8 * \i + 32)]
    .endr

    ldr r0, [sp, #BYTES]
    ldr r1, [sp, #(BYTES + 4)]
    ldr r2, count_at
    adds r0, r0, #128
    adc r1, r1, #0
    subs r2, r2, #1
    str r0, [sp, #BYTES]
    str r1, [sp, #(BYTES + 4)]
    str r2, count_at
    bne .Lblock

    add sp, sp, #FRAME
    .cfi_adjust_cfa_offset -FRAME
    pop {r0-r2, r4-r11, pc}
    END_OF blocks
