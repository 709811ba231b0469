/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-256's compression function for x86 without SSE2 (Pentium III, Athlon XP),
 * plain integer code.
 *
 *   void compress(uint32_t h[8], const unsigned char *in,
 *                 unsigned long long blocks);
 *
 * All arguments are on the stack, of blocks its low word counts: memory has no
 * 2^32 blocks. No alignment is asked for.
 *
 * The idea: memory operands cost no unit that works, so of the state only a and
 * e stay in registers, and the others are where they were stored when they were
 * an a or an e; nothing moves from letter to letter. Rotations are by
 * differences, as in
 * x >>> 6 ^ x >>> 11 ^ x >>> 25 = ((x >>> 14 ^ x) >>> 5 ^ x) >>> 6, which saves
 * copies, and b ^ c of Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)) is the a ^ b of
 * the round before. Sixteen rounds are a loop: all 64 in a row, with their
 * constants in the code, were slower on a Zen 3.
 *
 * Floor: 64 rounds of 23 operations, 48 words of 13, 16 to turn round and 8
 * sums are 2120 a block, 8.3 cycles/byte at four a cycle; moves and stores are
 * not among them. From e to the next e it is 7 cycles. */

#include "asm.h"

    .intel_syntax noprefix

#define compress CRYPTO_NAMESPACE(compress)

/* The stack: W[t % 16]; the last four words that became a, and that became e,
 * each at its round's number % 4; K of the 16 rounds at hand */
#define W     esp
#define AS    esp + 64
#define ES    esp + 80
#define K_NOW esp + 96
#define FRAME 100
#define H     esp + FRAME + 20          /* behind 4 registers and the return */
#define IN    esp + FRAME + 24
#define LEFT  esp + FRAME + 28

#define E ebx
#define t esi
#define u edi

/* x = sigma(w), w = W[from], = (w >>> n ^ w) >>> m ^ w >> s */
.macro small_sigma x, from, n, m, s
    mov t, [W + 4 * ((\from) % 16)]
    mov \x, t
    ror \x, \n
    xor \x, t
    shr t, \s
    ror \x, \m
    xor \x, t
.endm

/* x = W[t] of round n of 16, from the block */
.macro first x, n
    mov u, [IN]
    mov \x, [u + 4 * \n]
    bswap \x
    mov [W + 4 * \n], \x
.endm

/* x = W[t], which takes the place of W[t - 16] */
.macro next x, n
    small_sigma \x, (\n + 1), 11, 7, 3
    small_sigma u, (\n + 14), 2, 17, 10
    add \x, [W + 4 * \n]
    add \x, [W + 4 * ((\n + 9) % 16)]
    add \x, u
    mov [W + 4 * \n], \x
.endm

/* t = Sigma(x) = ((x >>> n ^ x) >>> m ^ x) >>> l */
.macro big_sigma x, n, m, l
    mov t, \x
    ror t, \n
    xor t, \x
    ror t, \m
    xor t, \x
    ror t, \l
.endm

/* Round n of 16: a becomes b, h the new a, ab is a ^ b, bc was b ^ c. */
.macro step word, n, a, h, ab, bc
    \word \h, \n
    mov u, [K_NOW]
    add \h, [u + 4 * \n]
    /* Ch */
    mov u, [ES + 4 * ((\n + 2) % 4)]
    xor u, [ES + 4 * ((\n + 1) % 4)]
    and u, E
    xor u, [ES + 4 * ((\n + 1) % 4)]
    add \h, [ES + 4 * (\n % 4)]
    add \h, u
    big_sigma E, 14, 5, 6
    add \h, t
    mov E, [AS + 4 * (\n % 4)]
    add E, \h
    mov [ES + 4 * (\n % 4)], E
    /* Maj */
    mov \ab, \a
    xor \ab, [AS + 4 * ((\n + 2) % 4)]
    and \bc, \ab
    xor \bc, [AS + 4 * ((\n + 2) % 4)]
    add \h, \bc
    big_sigma \a, 9, 11, 2
    add \h, t
    mov [AS + 4 * (\n % 4)], \h
.endm

.macro sixteen word
    .irp i, 0, 2, 4, 6, 8, 10, 12, 14
    step \word, \i, eax, edx, ecx, ebp
    step \word, (\i + 1), edx, eax, ebp, ecx
    .endr
    add dword ptr [K_NOW], 64
.endm

    .section .rodata
    .p2align 8 /* the low byte of K_NOW tells where it ends */
.Lconstants:
#define K(high, low) .long high
#include "constants.inc"

    FUNCTION compress, 6
    call .Lhere
.Lhere:
    .cfi_adjust_cfa_offset 4
    pop eax
    .cfi_adjust_cfa_offset -4
    add eax, [eax + to_constants]
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    sub esp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [K_NOW], eax
    cmp dword ptr [LEFT], 0
    je 3f

    /* d, c, b, a as of rounds 0 to 3 before; the same with h, g, f, e */
    mov t, [H]
    .irp i, 0, 1, 2, 3
    mov eax, [t + 4 * \i]
    mov [AS + 4 * (3 - \i)], eax
    mov ebx, [t + 16 + 4 * \i]
    mov [ES + 4 * (3 - \i)], ebx
    .endr

    .p2align 6
1:
    mov eax, [AS + 12]
    mov E, [ES + 12]
    mov ebp, [AS + 8]
    xor ebp, [AS + 4]
    sixteen first
    add dword ptr [IN], 64

    .p2align 6
/* registers now hold a, e and b ^ c */
2:
    sixteen next
    test dword ptr [K_NOW], 255
    jnz 2b
    sub dword ptr [K_NOW], 256

    mov t, [H]
    .irp i, 0, 1, 2, 3
    mov eax, [t + 4 * \i]
    add eax, [AS + 4 * (3 - \i)]
    mov [t + 4 * \i], eax
    mov [AS + 4 * (3 - \i)], eax
    mov ebx, [t + 16 + 4 * \i]
    add ebx, [ES + 4 * (3 - \i)]
    mov [t + 16 + 4 * \i], ebx
    mov [ES + 4 * (3 - \i)], ebx
    .endr
    dec dword ptr [LEFT]
    jnz 1b

3:
    add esp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret
.Lto_constants:
    .long .Lconstants - .Lhere
    .set to_constants, .Lto_constants - .Lhere
    END_OF compress
