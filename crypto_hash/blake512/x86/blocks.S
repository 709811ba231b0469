/* SPDX-License-Identifier: CC0-1.0 */
/* The compression function of BLAKE-512 on count > 0 blocks of 128 bytes, for
 * any x86; with SSE2, sse2 and ssse3 are faster, and so is what clang makes of
 * portable C, which takes vectors.
 *
 *   void blocks(uint64_t h[8], const unsigned char *in,
 *               unsigned long long count, unsigned long long bytes);
 *
 * All arguments are on the stack, of count its low word counts: memory has no
 * 2^32 blocks. bytes is what of the message comes up to the end of the first
 * block. No alignment is asked for.
 *
 * The idea: a table has what half a G needs next to each other, where its
 * message word is and the digit of pi; so a round is a loop of 2.5 KB. Rotating
 * a pair rotates its halves, then what came from the wrong one changes places:
 * seven operations, none of them a double shift, which is slow on AMD's
 * machines. On Intel's it is not, so what clang makes of opt32 without SSE2
 * takes no longer on a Redwood Cove. The rotation by 32 is but a change of names.
 * Floor: a G is 45 operations besides its moves, so a block of 128 Gs at four
 * a cycle takes 11.3 cycles/byte. */

#include "asm.h"

    .intel_syntax noprefix

#include "blocks.h"

#define blocks CRYPTO_NAMESPACE(blocks)

/* pairs of registers, the low word first: a or c, b, d; one to use */
#define A eax, edx
#define B ebx, ecx
#define D esi, edi
#define x ebp

/* The stack: the message, v[i], what a G adds in its second half, the table and
 * where it ends, the row of it for a round */
#define M     esp
#define V     esp + 128
#define LATER esp + 256
#define TABLE esp + 264
#define END   esp + 268
#define ROW   esp + 272
#define FRAME 276
#define H     esp + FRAME + 20          /* behind 4 registers and the return */
#define IN    esp + FRAME + 24
#define COUNT esp + FRAME + 28
#define BYTES esp + FRAME + 36

#define DIGITS 64                       /* bytes: digits 0 to 7 come first */
#define ROW_BYTES (8 * 24)

/* op the pair, word i of v */
.macro word op, op2, l, h, i
    \op \l, [V + 8 * \i]
    \op2 \h, [V + 8 * \i + 4]
.endm
.macro take l, h, i
    word mov, mov, \l, \h, \i
.endm
.macro put l, h, i
    mov [V + 8 * \i], \l
    mov [V + 8 * \i + 4], \h
.endm

.macro turn l, h, n
    ror \l, \n
    ror \h, \n
    mov x, \l
    xor x, \h
    and x, -(1 << (32 - \n))
    xor \l, x
    xor \h, x
.endm

/* G of section 2.2.2, number n of its round */
.macro g n, a, b, c, d
    mov x, [ROW]
    mov eax, [x + 24 * \n]
    mov esi, [x + 24 * \n + 12]
    mov edx, [M + eax + 4]
    mov eax, [M + eax]
    mov edi, [M + esi + 4]
    mov esi, [M + esi]
    xor eax, [x + 24 * \n + 4]
    xor edx, [x + 24 * \n + 8]
    xor esi, [x + 24 * \n + 16]
    xor edi, [x + 24 * \n + 20]
    mov [LATER], esi
    mov [LATER + 4], edi
    take B, \b
    word add, adc, A, \a
    add eax, ebx
    adc edx, ecx
    mov esi, [V + 8 * \d + 4] /* d = (d ^ a) >>> 32 */
    mov edi, [V + 8 * \d]
    xor esi, edx
    xor edi, eax
    add eax, [LATER]
    adc edx, [LATER + 4]
    put A, \a
    take A, \c /* c += d, b = (b ^ c) >>> 25 */
    add eax, esi
    adc edx, edi
    put A, \c
    xor ebx, eax
    xor ecx, edx
    turn B, R2
    take A, \a /* a += b, d = (d ^ a) >>> 16 */
    add eax, ebx
    adc edx, ecx
    put A, \a
    xor esi, eax
    xor edi, edx
    turn D, R3
    put D, \d
    take A, \c /* c += d, b = (b ^ c) >>> 11 */
    add eax, esi
    adc edx, edi
    put A, \c
    xor ebx, eax
    xor ecx, edx
    turn B, R4
    put B, \b
.endm

/* words i and i + 1 of v's last four: half of the counter, A, ^ digits */
.macro counter i
    mov esi, eax
    mov edi, edx
    xor eax, [x + 8 * (\i - 8)]
    xor edx, [x + 8 * (\i - 8) + 4]
    xor esi, [x + 8 * (\i - 7)]
    xor edi, [x + 8 * (\i - 7) + 4]
    put A, \i
    put D, (\i + 1)
.endm

    .section .rodata
    .p2align 6
.Ltable:
    .quad PI0, PI1, PI2, PI3, PI4, PI5, PI6, PI7
#define HALF(s, t) .long 8 * s; .quad PI##t;
#define G(s, t) HALF(s, t) HALF(t, s)
#define ROW_OF(r, s0, s1, s2, s3, s4, s5, s6, s7, \
    s8, s9, sa, sb, sc, sd, se, sf) \
    G(s0, s1) G(s2, s3) G(s4, s5) G(s6, s7) \
    G(s8, s9) G(sa, sb) G(sc, sd) G(se, sf)
    SIGMA(ROW_OF)
    SIGMA_AGAIN(ROW_OF)
.Lend:

    FUNCTION blocks, 6
    call .Lhere
.Lhere:
    .cfi_adjust_cfa_offset 4
    pop eax
    .cfi_adjust_cfa_offset -4
    add eax, [eax + to_end]
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    sub esp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [END], eax
    sub eax, DIGITS + ROUNDS * ROW_BYTES
    mov [TABLE], eax

/* registers now hold nothing that is needed */
    .p2align 6
1:
    mov ebx, [IN]
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    mov edx, [ebx + 8 * \i]
    mov eax, [ebx + 8 * \i + 4]
    bswap edx
    bswap eax
    mov [M + 8 * \i], eax
    mov [M + 8 * \i + 4], edx
    .endr
    sub ebx, -128
    mov [IN], ebx

    mov ebx, [H]
    mov x, [TABLE]
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    mov eax, [ebx + 8 * \i]
    mov edx, [ebx + 8 * \i + 4]
    put A, \i
    .endr
    .irp i, 0, 1, 2, 3
    mov eax, [x + 8 * \i]
    mov edx, [x + 8 * \i + 4]
    put A, (8 + \i)
    .endr
    /* the counter, bits of the message */
    mov eax, [BYTES]
    mov edx, [BYTES + 4]
    mov ebx, edx
    shld edx, eax, 3
    shl eax, 3
    counter 12
    mov eax, ebx
    shr eax, 29
    xor edx, edx
    counter 14
    add dword ptr [BYTES], 128
    adc dword ptr [BYTES + 4], 0
    add x, DIGITS
    mov [ROW], x

    .p2align 6
2:
    g 0, 0, 4, 8, 12
    g 1, 1, 5, 9, 13
    g 2, 2, 6, 10, 14
    g 3, 3, 7, 11, 15
    g 4, 0, 5, 10, 15
    g 5, 1, 6, 11, 12
    g 6, 2, 7, 8, 13
    g 7, 3, 4, 9, 14
    mov x, [ROW]
    add x, ROW_BYTES
    mov [ROW], x
    cmp x, [END]
    jne 2b

    mov ebx, [H]
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    take A, \i
    word xor, xor, A, (8 + \i)
    xor [ebx + 8 * \i], eax
    xor [ebx + 8 * \i + 4], edx
    .endr
    dec dword ptr [COUNT]
    jnz 1b

    add esp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret
.Lto_end:
    .long .Lend - .Lhere
    .set to_end, .Lto_end - .Lhere
    END_OF blocks
