/* SPDX-License-Identifier: CC0-1.0 */
/* UBI (section 3.4 of the Skein paper) over whole blocks, in plain registers.
 *
 *   void skein_blocks(uint64_t g[8], const unsigned char *in, uint64_t n,
 *                     uint64_t t0, uint64_t t1);
 *
 *   for each of n > 0 blocks m of 64 bytes:
 *       g = Threefish-512(key g, tweak (t0, t1), plaintext m) ^ m
 *       t0 += 64, t1 &= ~FIRST
 *
 * On entry: rdi = g, rsi = in, rdx = n, rcx = t0, r8 = t1; g may have any
 * alignment that a uint64_t has, and in any at all.
 *
 * The idea: 72 rounds of 4 x (add, rotate, xor) and 19 subkeys of 8 additions
 * are 1016 operations a block, and a core does four a cycle. So nothing else
 * may take an operation: a subkey's words are operands in memory, and those
 * that are sums themselves, of a word of the key and a word of the tweak or
 * the subkey's number, are made by the vector unit, which idles otherwise, a
 * few instructions at a time behind the first MIXes. Key word 8, the parity,
 * is needed too soon for a detour through vectors.
 * Floor: 1016 + 8 (xor with m) + 14 (parity, tweak, loop) = 1038 operations in
 * 260 cycles, 4.05 cycles/byte. The longest chain has 9 operations in 4 rounds,
 * that is 2.5 cycles/byte, so the order of operations matters only in that the
 * dispatcher deals them out to four units evenly: two MIXes side by side, and
 * a subkey's words right behind the last MIX before it, came out best. */

#include "asm.h"

    .intel_syntax noprefix

#define skein_blocks CRYPTO_NAMESPACE(skein_blocks)

/* the state, and two registers for passing use */
#define v0 rax
#define v1 rbx
#define v2 rcx
#define v3 rbp
#define v4 r8
#define v5 r9
#define v6 r10
#define v7 r11
#define in rsi
#define x  rdi
#define y  rdx

/* pairs of words of the tweak, and of the key */
#define T01 xmm1
#define T12 xmm2
#define T20 xmm3
#define K01 xmm4
#define K23 xmm5
#define K45 xmm6
#define K67 xmm7
#define K8  xmm8

/* The stack, in rows of ten words so that pairs are aligned; the tenth word of
 * a row is never used:
 *   KEY     k[i], i = 0 to 8
 *   TWEAKED k[i] + t[(i + 4) % 3], for words 5 and 6 of a subkey
 *   COUNTED k[i] + s, s = (i + 2) % 9 in the first row and 9 more in the second,
 *           for word 7 of subkey s */
#define KEY     rsp
#define TWEAKED rsp + 80
#define COUNTED rsp + 160
#define TWEAK   rsp + 320
#define G       rsp + 336
#define LEFT    rsp + 344
#define FRAME   360             /* with two pushes: rsp is a multiple of 16 */

/* Key words i and i + 1; one by one, because a load of both can't take them
 * from two stores that are still under way. */
.macro load k, i
    movq \k, [KEY + 8 * \i]
    movhps \k, [KEY + 8 * \i + 8]
.endm

.macro tweaked k, i, t
    movdqa xmm0, \t
    paddq xmm0, \k
    movdqa [TWEAKED + 8 * \i], xmm0
.endm

.macro counted k, i
    movdqa xmm0, [rip + .Lcounts + 8 * \i]
    paddq xmm0, \k
    movdqa [COUNTED + 8 * \i], xmm0
.endm

/* the second row; k is not needed afterwards */
.macro counted9 k, i
    paddq \k, [rip + .Lcounts + 8 * \i + 80]
    movdqa [COUNTED + 8 * \i + 80], \k
.endm

/* The vector unit's program, a step a call. Each sum is there before a subkey
 * takes it: the first are subkey 1's, seven calls from the start. */
    .set step, 0
.macro beside
    .if step == 0
    load K67, 6
    .elseif step == 1
    tweaked K67, 6, T12
    .elseif step == 2
    load K8, 8
    .elseif step == 3
    load K01, 0
    .elseif step == 4
    tweaked K8, 8, T01
    .elseif step == 5
    counted K01, 0
    .elseif step == 6
    tweaked K01, 0, T12
    .elseif step == 7
    load K23, 2
    .elseif step == 8
    counted K23, 2
    .elseif step == 9
    tweaked K23, 2, T01
    .elseif step == 10
    load K45, 4
    .elseif step == 11
    counted K45, 4
    .elseif step == 12
    tweaked K45, 4, T20
    .elseif step == 13
    counted K67, 6
    .elseif step == 14
    counted9 K67, 6
    .elseif step == 15
    counted9 K8, 8
    .elseif step == 16
    counted9 K01, 0
    .elseif step == 17
    counted9 K23, 2
    .elseif step == 18
    counted9 K45, 4
    .endif
    .set step, step + 1
.endm

/* two MIXes (section 3.3.1): x += y, y = (y <<< r) ^ x */
.macro mix2 x0, y0, r0, x1, y1, r1
    add \x0, \y0
    add \x1, \y1
    rol \y0, \r0
    rol \y1, \r1
    xor \y0, \x0
    xor \y1, \x1
    beside
.endm

/* word i of subkey s */
.macro subkey s, i, v
    .if \i < 5
    add \v, [KEY + 8 * ((\s + \i) % 9)]
    .elseif \i < 7
    add \v, [TWEAKED + 8 * ((\s + \i) % 9)]
    .elseif \s < 18
    add \v, [COUNTED + 8 * ((\s + \i) % 9) + 80 * (\s / 9)]
    .else
    add \v, [COUNTED + 8 * ((\s + \i) % 9) + 80]
    add \v, 9
    .endif
.endm

/* four rounds, their counts R(d, j) of section 3.3.1 in order, and subkey s */
.macro rounds s, r00, r01, r02, r03, r10, r11, r12, r13, \
        r20, r21, r22, r23, r30, r31, r32, r33
    mix2 v0, v1, \r00, v2, v3, \r01
    mix2 v4, v5, \r02, v6, v7, \r03
    mix2 v2, v1, \r10, v4, v7, \r11
    mix2 v6, v5, \r12, v0, v3, \r13
    mix2 v4, v1, \r20, v6, v3, \r21
    mix2 v0, v5, \r22, v2, v7, \r23
    mix2 v6, v1, \r30, v0, v7, \r31
    subkey \s, 1, v1
    subkey \s, 6, v6
    subkey \s, 7, v7
    subkey \s, 0, v0
    mix2 v2, v5, \r32, v4, v3, \r33
    subkey \s, 5, v5
    subkey \s, 2, v2
    subkey \s, 3, v3
    subkey \s, 4, v4
.endm

    .section .rodata
    .p2align 4
.Lcounts:
    .quad 2, 3, 4, 5, 6, 7, 8, 0, 1, 0
    .quad 11, 12, 13, 14, 15, 16, 17, 9, 10, 0
.Lblock:
    .quad 64, 0
.Lothers:
    .quad -1, ~(1 << 62) /* all bits of a tweak but FIRST */
.Lparity:
    .quad 0x1bd11bdaa9fc1a22 /* of the extended key */

    FUNCTION skein_blocks, 6
#ifdef __AVX__
    vzeroupper /* SSE is slow while the caller's upper halves are dirty */
#endif
    SAVE(rbx)
    SAVE(rbp)
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [G], rdi
    mov [LEFT], rdx
    movq T01, rcx
    movq xmm0, r8
    punpcklqdq T01, xmm0
    mov v0, [rdi]
    mov v1, [rdi + 8]
    mov v2, [rdi + 16]
    mov v3, [rdi + 24]
    mov v4, [rdi + 32]
    mov v5, [rdi + 40]
    mov v6, [rdi + 48]
    mov v7, [rdi + 56]

/* registers now hold: v0 to v7 the chaining value, in the next block, T01 its
 * tweak; LEFT counts the blocks */
    .p2align 6
1:
    movdqa [TWEAK], T01
    mov x, [rip + .Lparity]
    mov y, v1
    mov [KEY], v0
    mov [KEY + 8], v1
    mov [KEY + 16], v2
    mov [KEY + 24], v3
    mov [KEY + 32], v4
    mov [KEY + 40], v5
    mov [KEY + 48], v6
    mov [KEY + 56], v7
    /* key word 8, and what word 7 of subkey 1 takes */
    xor x, v0
    xor y, v2
    xor x, v4
    xor y, v3
    xor x, v6
    xor y, v5
    xor x, v7
    xor x, y
    mov [KEY + 64], x
    add x, 1
    mov [COUNTED + 64], x
    /* t2 = t0 ^ t1 */
    pshufd T12, T01, 0x4e
    movdqa T20, T01
    pxor T20, T12
    punpcklqdq T12, T20
    punpcklqdq T20, T01
    /* subkey 0, and the block */
    add v0, [in]
    add v1, [in + 8]
    add v2, [in + 16]
    add v3, [in + 24]
    add v5, [TWEAK]
    add v6, [TWEAK + 8]
    add v4, [in + 32]
    add v5, [in + 40]
    add v6, [in + 48]
    add v7, [in + 56]

    .irp s, 1, 3, 5, 7, 9, 11, 13, 15, 17
    rounds \s, 46, 36, 19, 37, 33, 27, 14, 42, \
        17, 49, 36, 39, 44, 9, 54, 56
    rounds (\s + 1), 39, 30, 34, 24, 13, 50, 10, 17, \
        25, 29, 39, 43, 8, 35, 56, 22
    .endr

    xor v0, [in]
    xor v1, [in + 8]
    xor v2, [in + 16]
    xor v3, [in + 24]
    xor v4, [in + 32]
    xor v5, [in + 40]
    xor v6, [in + 48]
    xor v7, [in + 56]
    paddq T01, [rip + .Lblock]
    pand T01, [rip + .Lothers]
    add in, 64
    dec qword ptr [LEFT]
    jnz 1b

    mov x, [G]
    mov [x], v0
    mov [x + 8], v1
    mov [x + 16], v2
    mov [x + 24], v3
    mov [x + 32], v4
    mov [x + 40], v5
    mov [x + 48], v6
    mov [x + 56], v7
    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(rbp)
    RESTORE(rbx)
    ret
    END_OF skein_blocks
