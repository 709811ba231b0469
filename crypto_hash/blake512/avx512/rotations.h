/* SPDX-License-Identifier: CC0-1.0 */

/* The rotation of x ^ y is that of x, which is there early, xor two shifts of
   y: so after y come a shift and a vpternlog, where xor and rotation would take
   3 cycles on a Zen 4; by 32 bits it is a shuffle there. A round's chain is 24
   cycles. So this is for a Zen 4. On Intel's cores a rotation takes one cycle:
   avx512-rotate is for them, and avx2 and opt64, too, are faster than this. */

#include "row64_avx2.h"

#define ROTATE_XOR(x, y, n)                                                    \
    _mm256_ternarylogic_epi64(_mm256_slli_epi64(y, WORD_BITS - (n)),           \
                              _mm256_srli_epi64(y, n), _mm256_ror_epi64(x, n), \
                              0x96)

static inline row rotate_1(row d, row a)
{
    return _mm256_shuffle_epi32(exor(d, a), 0xb1);
}

static inline row rotate_2(row b, row c) { return ROTATE_XOR(b, c, R2); }

static inline row rotate_3(row d, row a) { return ROTATE_XOR(d, a, R3); }

static inline row rotate_4(row b, row c) { return ROTATE_XOR(b, c, R4); }
