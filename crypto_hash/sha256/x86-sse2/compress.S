/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-256's compression function for 32-bit mode with SSE2; with SHA-NI, shani
 * is faster.
 *
 *   void compress(uint32_t h[8], const unsigned char *in,
 *                 unsigned long long blocks, const uint32_t k[64]);
 *
 * All arguments are on the stack, of blocks its low word counts: memory has no
 * 2^32 blocks. No alignment is asked for.
 *
 * The idea: the rounds keep the integer units busy, so the message schedule is
 * left to SSE2, between them. Memory operands cost no unit that works, so of
 * the state only a and e stay in registers, and the others are where they were
 * stored when they were an a or an e; nothing moves from letter to letter.
 * Rotations are by differences, as in
 * x >>> 6 ^ x >>> 11 ^ x >>> 25 = ((x >>> 14 ^ x) >>> 5 ^ x) >>> 6, which saves
 * copies, and b ^ c of Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)) is the a ^ b of
 * the round before.
 *
 * Floor: 22 operations a round for four integer units make 5.5 cycles; but it
 * has 30 instructions, and 48 of 64 have 11 of the schedule, so that at six
 * a cycle it is 6.4 cycles, and as many a byte. */

#include "asm.h"

    .intel_syntax noprefix

#define compress CRYPTO_NAMESPACE(compress)

/* The stack, aligned to 16: K + W of 16 rounds; the last four words that became
 * a, and that became e, each at its round's number % 4 */
#define KW    esp
#define AS    esp + 64
#define ES    esp + 80
#define H     esp + 96
#define IN    esp + 100
#define LEFT  esp + 104
#define K     esp + 108
#define NOW   esp + 112                 /* K of the rounds */
#define LAST  esp + 116                 /* of the last 16 */
#define SP    esp + 120                 /* as it was */
#define FRAME 128

#define E ebx
#define t esi
#define u edi

/* Vectors: W of 16 rounds, and three to use */
#define x xmm4
#define y xmm5
#define z xmm6

/* K + W for four rounds */
.macro constants w, v
    mov u, [NOW]
    movdqu x, [u + 16 * \v]
    paddd x, xmm\w
    movdqa [KW + 16 * \v], x
.endm

/* Four words of the block: the bytes of 16 bits change places, then those. */
.macro load v
    movdqu xmm\v, [t + 16 * \v]
    movdqa x, xmm\v
    psrlw x, 8
    psllw xmm\v, 8
    por xmm\v, x
    pshuflw xmm\v, xmm\v, 0xb1
    pshufhw xmm\v, xmm\v, 0xb1
    constants \v, \v
.endm

/* Four words of the schedule in four parts, for four rounds to stand between.
 * W[t] to W[t + 3] are in w0. */
.macro part0 w0, w1, w2, w3
    movdqa x, xmm\w0 /* W[t + 1] to W[t + 4] */
    movss x, xmm\w1
    pshufd x, x, 0x39
    movdqa y, xmm\w2 /* W[t + 9] to W[t + 12] */
    movss y, xmm\w3
    pshufd y, y, 0x39
    paddd xmm\w0, y
    movdqa y, x
    psrld x, 3
.endm

.macro part1 w0, w1, w2, w3
    pslld y, 14 /* sigma0 */
    movdqa z, x
    pxor z, y
    psrld x, 4
    pslld y, 11
    pxor z, x
    pxor z, y
    psrld x, 11
    pxor z, x
    paddd xmm\w0, z
.endm

/* sigma1 of two words: each twice in 64 bits makes its rotation a shift. */
.macro two_sigma1 from, twice, place, to
    pshufd x, xmm\from, \twice
    movdqa y, x
    psrlq x, 17
    psrld y, 10
    pxor y, x
    psrlq x, 2
    pxor y, x
    pshufd y, y, 0x88
    \place y, 8
    paddd xmm\to, y
.endm

.macro part2 w0, w1, w2, w3
    two_sigma1 \w3, 0xfa, psrldq, \w0
.endm

.macro part3 w0, w1, w2, w3
    two_sigma1 \w0, 0x50, pslldq, \w0
    constants \w0, \w0
.endm

.macro none w0, w1, w2, w3
.endm

/* t = Sigma(a) = ((a >>> n ^ a) >>> m ^ a) >>> l */
.macro big_sigma a, n, m, l
    mov t, \a
    ror t, \n
    xor t, \a
    ror t, \m
    xor t, \a
    ror t, \l
.endm

/* Round n of 16: a becomes b, h the new a, ab is a ^ b, bc was b ^ c. */
.macro round n, a, h, ab, bc
    mov \h, [KW + 4 * \n]
    add \h, [ES + 4 * (\n % 4)]
    /* Ch */
    mov u, [ES + 4 * ((\n + 2) % 4)]
    xor u, [ES + 4 * ((\n + 1) % 4)]
    and u, E
    xor u, [ES + 4 * ((\n + 1) % 4)]
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

.macro rounds4 n, p0, p1, p2, p3, w0, w1, w2, w3
    \p0 \w0, \w1, \w2, \w3
    round \n, eax, edx, ecx, ebp
    \p1 \w0, \w1, \w2, \w3
    round (\n + 1), edx, eax, ebp, ecx
    \p2 \w0, \w1, \w2, \w3
    round (\n + 2), eax, edx, ecx, ebp
    round (\n + 3), edx, eax, ebp, ecx
    \p3 \w0, \w1, \w2, \w3
.endm

.macro rounds16 p0, p1, p2, p3
    rounds4 0, \p0, \p1, \p2, \p3, 0, 1, 2, 3
    rounds4 4, \p0, \p1, \p2, \p3, 1, 2, 3, 0
    rounds4 8, \p0, \p1, \p2, \p3, 2, 3, 0, 1
    rounds4 12, \p0, \p1, \p2, \p3, 3, 0, 1, 2
.endm

    FUNCTION compress, 6
#ifdef __AVX__
    vzeroupper /* SSE is slow while the caller's upper halves are dirty */
#endif
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    mov ebp, esp
    .cfi_def_cfa_register ebp
    sub esp, FRAME
    and esp, -16
    mov [SP], ebp
    CFA_AT(120, 20)
    mov t, [ebp + 20] /* behind 4 registers and the return */
    mov eax, [ebp + 24]
    mov ebx, [ebp + 28]
    mov ecx, [ebp + 36]
    mov [H], t
    mov [IN], eax
    mov [LEFT], ebx
    add ecx, 64
    mov [K], ecx
    add ecx, 192
    mov [LAST], ecx

    /* d, c, b, a as of rounds 0 to 3 before; the same with h, g, f, e */
    .irp i, 0, 1, 2, 3
    mov eax, [t + 4 * \i]
    mov [AS + 4 * (3 - \i)], eax
    mov ebx, [t + 16 + 4 * \i]
    mov [ES + 4 * (3 - \i)], ebx
    .endr

    .p2align 6
1:
    mov t, [IN]
    mov eax, [K]
    lea u, [eax - 64]
    mov [NOW], u
    load 0
    load 1
    load 2
    load 3
    mov [NOW], eax
    add t, 64
    mov [IN], t
    mov eax, [AS + 12]
    mov E, [ES + 12]
    mov ebp, [AS + 8]
    xor ebp, [AS + 4]

    .p2align 6
/* registers now hold a, e, b ^ c and the vectors W */
2:
    rounds16 part0, part1, part2, part3
    mov u, [NOW]
    add u, 64
    mov [NOW], u
    cmp u, [LAST]
    jne 2b
    rounds16 none, none, none, none

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

    mov esp, [SP]
    .cfi_def_cfa esp, 20
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret
    END_OF compress
