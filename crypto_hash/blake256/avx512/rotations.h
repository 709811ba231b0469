/* SPDX-License-Identifier: CC0-1.0 */

/* The rotation of x ^ y is that of x, which is there early, xor two shifts of
   y: so after y come a shift and a vpternlog, where xor and rotation would take
   3 cycles on a Zen 4. A round's chain is 24 cycles. So this is for a Zen 4. On
   Intel's cores a rotation takes one cycle, and avx512-rotate is for them. */

#include "row.h"

#define ROTATE_XOR(x, y, n)                                                    \
    _mm_ternarylogic_epi32(_mm_slli_epi32(y, WORD_BITS - (n)),                 \
                           _mm_srli_epi32(y, n), _mm_ror_epi32(x, n), 0x96)

static inline row rotate_1(row d, row a) { return ROTATE_XOR(d, a, R1); }

static inline row rotate_2(row b, row c) { return ROTATE_XOR(b, c, R2); }

static inline row rotate_3(row d, row a) { return ROTATE_XOR(d, a, R3); }

static inline row rotate_4(row b, row c) { return ROTATE_XOR(b, c, R4); }
