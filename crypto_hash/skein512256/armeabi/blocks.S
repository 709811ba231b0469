/* SPDX-License-Identifier: CC0-1.0 */
/* UBI (section 3.4 of the Skein paper) over whole blocks, for 32-bit ARM from
 * ARMv5TE on.
 *
 *   void skein_blocks(uint64_t g[8], const unsigned char *in, uint64_t n,
 *                     uint64_t t0, uint64_t t1);
 *
 *   for each of n > 0 blocks m of 64 bytes:
 *       g = Threefish-512(key g, tweak (t0, t1), plaintext m) ^ m
 *       t0 += 64, t1 &= ~FIRST
 *
 * On entry: r0 = g, r1 = in, r2 = n (r3, its high word, is 0: memory has no
 * 2^32 blocks), t0 and t1 on the stack. in may have any alignment; g has that
 * of a uint64_t, which ldrd needs of the stack as well.
 *
 * The idea: a MIX is adds, adc and four eor, whose shifts are the rotation: no
 * instruction is left over. It needs a pair of registers beside its two words
 * and leaves another one behind, so the state can't have more than six of the
 * seven pairs there are. Two rounds fall into two squares of four words that
 * know nothing of each other, {0, 1, 2, 3} and {4, 5, 6, 7}, and the next two
 * into {4, 1, 6, 3} and {0, 5, 2, 7}: the odd words stay, the even ones of a
 * square change places with two in memory, twice in four rounds. Where they
 * do, registers are free for words of the subkey, so most are added there.
 * Floor: 288 MIXes of 6, 19 subkeys of 8 x 3 and 18 x 2 for their numbers,
 * 18 x 8 moves to memory and back: 2364 a block, 36.9 instructions a byte. */

#include "asm.h"

    .syntax unified
    .arch armv5te
    .arm

#define skein_blocks CRYPTO_NAMESPACE(skein_blocks)

/* pairs of registers, the low word first; those named in ldrd start even */
#define T  r0, r1               /* free */
#define v0 r2, r3
#define v2 r4, r5
#define v4 r2, r3
#define v6 r4, r5
#define v1 r6, r7
#define v3 r8, r9
#define v5 r10, r11
#define v7 r12, lr
#define v7l r12
#define v7h lr

/* tweak words, and the parity of the key, before the rounds */
#define t0 r6, r7
#define t1 r8, r9
#define t2 r10, r11
#define parity v2

/* The stack. KEY holds g from block to block.
 *   KEY     k[i], i = 0 to 8
 *   TWEAKED k[i] + t[(i + 4) % 3], for words 5 and 6 of a subkey
 *   EVEN    v[2 * i] while it has no registers
 *   MESSAGE the block */
#define KEY     0
#define TWEAKED 72
#define EVEN    144
#define MESSAGE 176
#define FRAME   244             /* with 13 words pushed: a multiple of 8 */
#define G       FRAME
#define IN      FRAME + 4
#define LEFT    FRAME + 8
#define TWEAK   FRAME + 52      /* the caller's t0, t1 */

.macro plus xl, xh, yl, yh
    adds \xl, \xl, \yl
    adc \xh, \xh, \yh
.endm

.macro xor xl, xh, yl, yh
    eor \xl, \xl, \yl
    eor \xh, \xh, \yh
.endm

/* z = (y <<< r) ^ x; r is never 32 */
.macro turn zl, zh, yl, yh, xl, xh, r
    .if \r < 32
    eor \zl, \xl, \yl, lsl #\r
    eor \zh, \xh, \yh, lsl #\r
    eor \zl, \zl, \yh, lsr #(32 - \r)
    eor \zh, \zh, \yl, lsr #(32 - \r)
    .else
    turn \zl, \zh, \yh, \yl, \xl, \xh, (\r - 32)
    .endif
.endm

/* MIX (section 3.3.1), with the new y in z and the old one's pair free */
.macro mix xl, xh, yl, yh, zl, zh, r
    plus \xl, \xh, \yl, \yh
    turn \zl, \zh, \yl, \yh, \xl, \xh, \r
.endm

/* MIX (a, b) and (c, d), then (c, b) and (a, d). In this order each word is
 * back in its own pair at the end. */
.macro square al, ah, bl, bh, cl, ch, dl, dh, rab, rcd, rcb, rad
    mix \cl, \ch, \dl, \dh, T, \rcd
    mix \al, \ah, \bl, \bh, \dl, \dh, \rab
    mix \cl, \ch, \dl, \dh, \bl, \bh, \rcb
    mix \al, \ah, T, \dl, \dh, \rad
.endm

/* k = word i of subkey s, but for the number that is added to word 7 */
.macro subkey s, i, kl, kh
    .if \i == 5 || \i == 6
    ldrd \kl, \kh, [sp, #TWEAKED + 8 * ((\s + \i) % 9)]
    .else
    ldrd \kl, \kh, [sp, #KEY + 8 * ((\s + \i) % 9)]
    .endif
.endm

/* Subkey s and four rounds, their counts R(d, j) of section 3.3.1 in order.
 * Words 1 and 3 of subkey s were added before, those of subkey s + 1 are. */
.macro rounds s, r00, r01, r02, r03, r10, r11, r12, r13, \
        r20, r21, r22, r23, r30, r31, r32, r33
    subkey \s, 0, T
    adds v7l, v7l, #\s
    adc v7h, v7h, #0
    plus v0, T
    subkey \s, 2, T
    plus v2, T
    square v0, v1, v2, v3, \r00, \r01, \r10, \r13
    /* v0, v2 out, v4, v6 in */
    strd v0, [sp, #EVEN]
    strd v2, [sp, #EVEN + 8]
    subkey \s, 5, T
    subkey \s, 7, v4
    ldrd v6, [sp, #EVEN + 24]
    plus v5, T
    subkey \s, 6, T
    plus v7, v4
    ldrd v4, [sp, #EVEN + 16]
    plus v6, T
    subkey \s, 4, T
    plus v4, T
    square v4, v5, v6, v7, \r02, \r03, \r12, \r11
    square v4, v1, v6, v3, \r20, \r21, \r30, \r33
    /* v4, v6 out, v0, v2 in */
    strd v4, [sp, #EVEN + 16]
    strd v6, [sp, #EVEN + 24]
    subkey (\s + 1), 1, T
    subkey (\s + 1), 3, v2
    ldrd v0, [sp, #EVEN]
    plus v1, T
    plus v3, v2
    ldrd v2, [sp, #EVEN + 8]
    square v0, v5, v2, v7, \r22, \r23, \r32, \r31
.endm

/* v + word i of subkey 18, ^ the block: word i of g */
.macro last i, vl, vh
    subkey 18, \i, T
    plus \vl, \vh, T
    .if \i == 7
    adds v7l, v7l, #18
    adc v7h, v7h, #0
    .endif
    chain \i, \vl, \vh
.endm

.macro chain i, vl, vh
    ldrd T, [sp, #MESSAGE + 8 * \i]
    xor T, \vl, \vh
    strd T, [sp, #KEY + 8 * \i]
.endm

/* key word i, with a word of the tweak for subkeys */
.macro tweaked i, tl, th
    ldrd T, [sp, #KEY + 8 * \i]
    xor parity, T
    plus T, \tl, \th
    strd T, [sp, #TWEAKED + 8 * \i]
.endm

    .text
    .p2align 2
.Lconstant:
    .word 0xa9fc1a22, 0x1bd11bda /* of the extended key's parity */

    FUNCTION skein_blocks, 5
    push {r0-r11, lr}
    .cfi_adjust_cfa_offset 52
    SAVED_AT 16, 4, r4, r5, r6, r7, r8, r9, r10, r11, lr
    sub sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    ldm r0!, {r4-r11}
    stm sp, {r4-r11}
    ldm r0, {r4-r11}
    add r0, sp, #KEY + 32
    stm r0, {r4-r11}

/* registers now hold nothing that is needed */
1:
    ldr r0, [sp, #IN]
    add r1, sp, #MESSAGE
    tst r0, #3
    bne 3f
    ldm r0!, {r4-r11}
    stm r1!, {r4-r11}
    ldm r0!, {r4-r11}
    stm r1, {r4-r11}
2:
    str r0, [sp, #IN]

    /* key word 8, and sums with the tweak */
    add r0, sp, #TWEAK
    ldm r0, {t0, t1}
    ldr r4, .Lconstant
    ldr r5, .Lconstant + 4
    mov r10, r6
    mov r11, r7
    xor t2, t1
    tweaked 0, t1
    tweaked 1, t2
    tweaked 2, t0
    tweaked 3, t1
    tweaked 4, t2
    tweaked 5, t0
    tweaked 6, t1
    tweaked 7, t2
    strd parity, [sp, #KEY + 64]
    plus parity, t0
    strd parity, [sp, #TWEAKED + 64]

    ldrd T, [sp, #MESSAGE + 32]
    ldrd v2, [sp, #MESSAGE + 48]
    strd T, [sp, #EVEN + 16]
    strd v2, [sp, #EVEN + 24]
    add r0, sp, #MESSAGE
    ldm r0!, {v0}
    ldm r0!, {v1}
    ldm r0!, {v2}
    ldm r0!, {v3}
    ldr v7l, [sp, #MESSAGE + 56]
    ldr v7h, [sp, #MESSAGE + 60]
    ldrd v5, [sp, #MESSAGE + 40]
    subkey 0, 1, T
    plus v1, T
    subkey 0, 3, T
    plus v3, T

    .irp s, 0, 2, 4, 6, 8, 10, 12, 14, 16
    rounds \s, 46, 36, 19, 37, 33, 27, 14, 42, \
        17, 49, 36, 39, 44, 9, 54, 56
    rounds (\s + 1), 39, 30, 34, 24, 13, 50, 10, 17, \
        25, 29, 39, 43, 8, 35, 56, 22
    .endr

    last 0, v0
    chain 1, v1
    last 2, v2
    chain 3, v3
    ldrd v4, [sp, #EVEN + 16]
    ldrd v6, [sp, #EVEN + 24]
    last 4, v4
    last 5, v5
    last 6, v6
    last 7, v7

    add r0, sp, #TWEAK
    ldm r0, {r1-r4}
    ldr r5, [sp, #LEFT]
    adds r1, r1, #64
    adc r2, r2, #0
    bic r4, r4, #1 << 30 /* FIRST */
    stm r0, {r1-r4}
    subs r5, r5, #1
    str r5, [sp, #LEFT]
    bne 1b

    ldr r0, [sp, #G]
    ldm sp, {r4-r11}
    stm r0!, {r4-r11}
    add r1, sp, #KEY + 32
    ldm r1, {r4-r11}
    stm r0, {r4-r11}
    add sp, sp, #FRAME + 16
    .cfi_adjust_cfa_offset -(FRAME + 16)
    pop {r4-r11, pc}
    .cfi_adjust_cfa_offset FRAME + 16

/* a block that is not aligned, by bytes */
3:
    add r6, sp, #MESSAGE + 64
4:
    ldrb r2, [r0], #1
    ldrb r3, [r0], #1
    ldrb r4, [r0], #1
    ldrb r5, [r0], #1
    orr r2, r2, r3, lsl #8
    orr r2, r2, r4, lsl #16
    orr r2, r2, r5, lsl #24
    str r2, [r1], #4
    cmp r1, r6
    bne 4b
    b 2b
    END_OF skein_blocks
