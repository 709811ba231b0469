/* SPDX-License-Identifier: CC0-1.0 */
/* UBI (section 3.4 of the Skein paper) over whole blocks, for x86 without
 * SSE2; with it, sse2 and avx2 are faster.
 *
 *   void skein_blocks(uint64_t g[8], const unsigned char *in, uint64_t n,
 *                     uint64_t t0, uint64_t t1);
 *
 *   for each of n > 0 blocks m of 64 bytes:
 *       g = Threefish-512(key g, tweak (t0, t1), plaintext m) ^ m
 *       t0 += 64, t1 &= ~FIRST
 *
 * All arguments are on the stack, of n the low word counts: memory has no 2^32
 * blocks. No alignment is asked for.
 *
 * The idea: of a pair's two halves, rotated alike, the low bits change places
 * (or the others, if the count is over 32): seven operations with one register
 * to spare, none of them a slow shld, and so three words have registers. Two
 * rounds fall into two squares of four words that know nothing of each other,
 * {0, 1, 2, 3} and {4, 5, 6, 7}, and the next two into {4, 1, 6, 3} and
 * {0, 5, 2, 7}: two odd words are loaded for each, word 2 or 6 stays for two of
 * them, and word 0 or 4 is added to and read where it is.
 * Floor: 288 MIXes of 11, 2 x 4 moves of odd words in each of 72 squares, 36
 * exchanges of 4, 19 subkeys of 6 x 2 + 2 x 4 and 18 x 2 for their numbers:
 * 4304 instructions a block, at four a cycle 16.8 cycles/byte.
 *
 * This was tuned on a Zen 3. On Intel's cores double shifts are not slow, and
 * what clang makes of opt64 with them takes less time on a Redwood Cove. */

#include "asm.h"

    .intel_syntax noprefix

#define skein_blocks CRYPTO_NAMESPACE(skein_blocks)

/* pairs of registers, the low word first, and one for passing use */
#define B eax, edx
#define C ecx, ebx
#define D esi, edi
#define x ebp

/* The stack. KEY holds g from block to block.
 *   STATE   v[i]
 *   KEY     k[i], i = 0 to 8
 *   TWEAKED k[i] + t[(i + 4) % 3], for words 5 and 6 of a subkey
 *   T2      t[2] */
#define STATE   esp
#define KEY     esp + 64
#define TWEAKED esp + 136
#define T2      esp + 208
#define FRAME   216
#define G       esp + FRAME + 20        /* behind 4 registers and the return */
#define IN      esp + FRAME + 24
#define LEFT    esp + FRAME + 28
#define T0      esp + FRAME + 36
#define T1      esp + FRAME + 44

/* word i of the state */
.macro take i, l, h
    mov \l, [STATE + 8 * \i]
    mov \h, [STATE + 8 * \i + 4]
.endm

.macro put i, l, h
    mov [STATE + 8 * \i], \l
    mov [STATE + 8 * \i + 4], \h
.endm

/* v += word i of subkey s, but for the number that is added to word 7 */
.macro key s, i, vl, vh
    .if \i == 5 || \i == 6
    add \vl, [TWEAKED + 8 * ((\s + \i) % 9)]
    adc \vh, [TWEAKED + 8 * ((\s + \i) % 9) + 4]
    .else
    add \vl, [KEY + 8 * ((\s + \i) % 9)]
    adc \vh, [KEY + 8 * ((\s + \i) % 9) + 4]
    .endif
.endm

/* word i of the state += word i of subkey s */
.macro key_memory s, i
    mov eax, [KEY + 8 * ((\s + \i) % 9)]
    mov edx, [KEY + 8 * ((\s + \i) % 9) + 4]
    add [STATE + 8 * \i], eax
    adc [STATE + 8 * \i + 4], edx
.endm

/* y = y <<< r; r is never 32 */
.macro turn yl, yh, r
    rol \yl, \r % 32
    rol \yh, \r % 32
    mov x, \yl
    xor x, \yh
    .if \r < 32
    and x, (1 << \r) - 1
    .else
    and x, -(1 << (\r - 32))
    .endif
    xor \yl, x
    xor \yh, x
.endm

/* MIX (section 3.3.1): x += y, y = (y <<< r) ^ x */
.macro mix xl, xh, yl, yh, r
    add \xl, \yl
    adc \xh, \yh
    turn \yl, \yh, \r
    xor \yl, \xl
    xor \yh, \xh
.endm

/* with word i of the state as x */
.macro mix_memory i, yl, yh, r
    add [STATE + 8 * \i], \yl
    adc [STATE + 8 * \i + 4], \yh
    turn \yl, \yh, \r
    xor \yl, [STATE + 8 * \i]
    xor \yh, [STATE + 8 * \i + 4]
.endm

/* MIX (a, b) and (c, d), then (c, b) and (a, d): c is in C, all else in memory.
 * If there is an s, b and d take their words of that subkey first. */
.macro square a, b, d, rab, rcd, rcb, rad, s
    take \d, D
    .ifnb \s
    key \s, \d, D
    .if \d == 7
    add esi, \s
    adc edi, 0
    .endif
    .endif
    mix C, D, \rcd
    take \b, B
    .ifnb \s
    key \s, \b, B
    .endif
    mix_memory \a, B, \rab
    mix C, B, \rcb
    mix_memory \a, D, \rad
    put \b, B
    put \d, D
.endm

/* Subkey s and four rounds, their counts R(d, j) of section 3.3.1 in order;
 * before and after, v[2] is in C. */
.macro rounds s, r00, r01, r02, r03, r10, r11, r12, r13, \
        r20, r21, r22, r23, r30, r31, r32, r33
    key_memory \s, 0
    key \s, 2, C
    square 0, 1, 3, \r00, \r01, \r10, \r13, \s
    put 2, C
    take 6, C
    key_memory \s, 4
    key \s, 6, C
    square 4, 5, 7, \r02, \r03, \r12, \r11, \s
    square 4, 1, 3, \r20, \r21, \r30, \r33
    put 6, C
    take 2, C
    square 0, 5, 7, \r22, \r23, \r32, \r31
.endm

/* the sum of key word i and a word of the tweak; D is to be the parity */
.macro tweak i, t
    mov eax, [KEY + 8 * \i]
    mov edx, [KEY + 8 * \i + 4]
    .if \i < 8
    xor esi, eax
    xor edi, edx
    .endif
    add eax, [\t]
    adc edx, [\t + 4]
    mov [TWEAKED + 8 * \i], eax
    mov [TWEAKED + 8 * \i + 4], edx
.endm

/* Word i of g: v, in B, + subkey 18, ^ the block at x. Words i of that subkey
 * and of the key are the same, so g may replace it. */
.macro last i
    key 18, \i, B
    .if \i == 7
    add eax, 18
    adc edx, 0
    .endif
    xor eax, [x + 8 * \i]
    xor edx, [x + 8 * \i + 4]
    mov [KEY + 8 * \i], eax
    mov [KEY + 8 * \i + 4], edx
.endm

    FUNCTION skein_blocks, 6
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    sub esp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov x, [G]
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    mov eax, [x + 8 * \i]
    mov edx, [x + 8 * \i + 4]
    mov [KEY + 8 * \i], eax
    mov [KEY + 8 * \i + 4], edx
    .endr

/* registers now hold nothing that is needed */
    .p2align 6
1:
    mov eax, [T0]
    mov edx, [T0 + 4]
    xor eax, [T1]
    xor edx, [T1 + 4]
    mov [T2], eax
    mov [T2 + 4], edx
    mov esi, 0xa9fc1a22
    mov edi, 0x1bd11bda
    tweak 0, T1
    tweak 1, T2
    tweak 2, T0
    tweak 3, T1
    tweak 4, T2
    tweak 5, T0
    tweak 6, T1
    tweak 7, T2
    mov [KEY + 64], esi
    mov [KEY + 68], edi
    tweak 8, T0

    mov x, [IN]
    .irp i, 0, 1, 3, 4, 5, 6, 7
    mov eax, [x + 8 * \i]
    mov edx, [x + 8 * \i + 4]
    put \i, B
    .endr
    mov ecx, [x + 16]
    mov ebx, [x + 20]

    .irp s, 0, 2, 4, 6, 8, 10, 12, 14, 16
    rounds \s, 46, 36, 19, 37, 33, 27, 14, 42, \
        17, 49, 36, 39, 44, 9, 54, 56
    rounds (\s + 1), 39, 30, 34, 24, 13, 50, 10, 17, \
        25, 29, 39, 43, 8, 35, 56, 22
    .endr

    put 2, C
    mov x, [IN]
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    take \i, B
    last \i
    .endr
    add x, 64
    mov [IN], x
    add dword ptr [T0], 64
    adc dword ptr [T0 + 4], 0
    and dword ptr [T1 + 4], ~(1 << 30) /* FIRST */
    dec dword ptr [LEFT]
    jnz 1b

    mov x, [G]
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    mov eax, [KEY + 8 * \i]
    mov edx, [KEY + 8 * \i + 4]
    mov [x + 8 * \i], eax
    mov [x + 8 * \i + 4], edx
    .endr
    add esp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret
    END_OF skein_blocks
