/* SPDX-License-Identifier: CC0-1.0 */
/* The compression function of BLAKE-256 on count > 0 blocks of 64 bytes, for
 * any x86; with SSE2, sse2 and ssse3 are faster. With AVX-512 compilers make
 * vectors of portable C with single rotations, which is faster, too.
 *
 *   void blocks(uint32_t h[8], const unsigned char *in,
 *               unsigned long long count, unsigned long long bytes);
 *
 * All arguments are on the stack, of count its low word counts: memory has no
 * 2^32 blocks. bytes is what of the message comes up to the end of the first
 * block. No alignment is asked for.
 *
 * The idea: what a G writes last is its b, and b is what the next G it goes to
 * wants first, so b has no time to go through memory. The four of them stay in
 * registers, the others are loaded and stored once a G. A step begins with the
 * b that the step before made last. Digits of pi are immediate operands.
 * Floor: 112 Gs of 16 operations, 7 cycles/byte at four a cycle; loads and
 * stores are not among them. A G is a chain of 14 and four go side by side,
 * which makes 6.1, if what goes through memory came at once. */

#include "asm.h"

    .intel_syntax noprefix

#include "blocks.h"

#define blocks CRYPTO_NAMESPACE(blocks)

#define b0 ebx
#define b1 ecx
#define b2 edx
#define b3 ebp
#define x  eax
#define y  esi
#define z  edi

/* The stack: the message, and v[i], of which v[4] to v[7] have registers */
#define M     esp
#define V     esp + 64
#define FRAME 128
#define H     esp + FRAME + 20          /* behind 4 registers and the return */
#define IN    esp + FRAME + 24
#define COUNT esp + FRAME + 28
#define BYTES esp + FRAME + 36

/* G of section 2.1.2: message word i goes with digit p, and j with q */
.macro g a, b, c, d, i, p, j, q
    mov x, [V + 4 * \a]
    mov z, [M + 4 * \i]
    xor z, \p
    add x, z
    add x, \b
    mov y, [V + 4 * \d]
    xor y, x
    ror y, R1
    mov z, [M + 4 * \j]
    xor z, \q
    add x, z
    mov z, [V + 4 * \c]
    add z, y
    xor \b, z
    ror \b, R2
    add x, \b
    mov [V + 4 * \a], x
    xor y, x
    ror y, R3
    mov [V + 4 * \d], y
    add z, y
    mov [V + 4 * \c], z
    xor \b, z
    ror \b, R4
.endm

#define G0(s, t) g 0, b0, 8, 12, s, PI##t, t, PI##s;
#define G1(s, t) g 1, b1, 9, 13, s, PI##t, t, PI##s;
#define G2(s, t) g 2, b2, 10, 14, s, PI##t, t, PI##s;
#define G3(s, t) g 3, b3, 11, 15, s, PI##t, t, PI##s;
#define G4(s, t) g 0, b1, 10, 15, s, PI##t, t, PI##s;
#define G5(s, t) g 1, b2, 11, 12, s, PI##t, t, PI##s;
#define G6(s, t) g 2, b3, 8, 13, s, PI##t, t, PI##s;
#define G7(s, t) g 3, b0, 9, 14, s, PI##t, t, PI##s;

#define ROUND(r, s0, s1, s2, s3, s4, s5, s6, s7, \
    s8, s9, sa, sb, sc, sd, se, sf) \
    .if r % 2; \
    G2(s4, s5) G3(s6, s7) G0(s0, s1) G1(s2, s3) \
    G4(s8, s9) G5(sa, sb) G6(sc, sd) G7(se, sf) \
    .else; \
    G0(s0, s1) G1(s2, s3) G2(s4, s5) G3(s6, s7) \
    G6(sc, sd) G7(se, sf) G4(s8, s9) G5(sa, sb) \
    .endif;

/* words i and i + 4 of h, which is at y */
.macro last i, b
    mov x, [V + 4 * \i]
    xor x, [V + 32 + 4 * \i]
    xor [y + 4 * \i], x
    xor \b, [V + 48 + 4 * \i]
    xor [y + 16 + 4 * \i], \b
.endm

    FUNCTION blocks, 6
    SAVE(ebp)
    SAVE(ebx)
    SAVE(esi)
    SAVE(edi)
    sub esp, FRAME
    .cfi_adjust_cfa_offset FRAME

/* registers now hold nothing that is needed */
    .p2align 6
1:
    mov y, [IN]
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    mov x, [y + 4 * \i]
    bswap x
    mov [M + 4 * \i], x
    .endr

    /* the counter, bits of the message, in v[12] to v[15] */
    mov x, [BYTES]
    mov z, [BYTES + 4]
    add dword ptr [BYTES], 64
    adc dword ptr [BYTES + 4], 0
    shld z, x, 3
    shl x, 3
    mov y, x
    xor x, PI4
    xor y, PI5
    mov [V + 48], x
    mov [V + 52], y
    mov y, z
    xor z, PI6
    xor y, PI7
    mov [V + 56], z
    mov [V + 60], y

    mov y, [H]
    .irp i, 0, 1, 2, 3
    mov x, [y + 4 * \i]
    mov [V + 4 * \i], x
    .endr
    mov b0, [y + 16]
    mov b1, [y + 20]
    mov b2, [y + 24]
    mov b3, [y + 28]
    mov dword ptr [V + 32], PI0
    mov dword ptr [V + 36], PI1
    mov dword ptr [V + 40], PI2
    mov dword ptr [V + 44], PI3

/* registers now hold b0 to b3 */
    SIGMA(ROUND)
    SIGMA_AGAIN(ROUND)

    mov y, [H]
    last 0, b0
    last 1, b1
    last 2, b2
    last 3, b3
    add dword ptr [IN], 64
    dec dword ptr [COUNT]
    jnz 1b

    add esp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE(edi)
    RESTORE(esi)
    RESTORE(ebx)
    RESTORE(ebp)
    ret
    END_OF blocks
