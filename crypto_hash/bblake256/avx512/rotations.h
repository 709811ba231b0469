/* SPDX-License-Identifier: CC0-1.0 */

/* As in BLAKE-256, on vectors of twice the size: the rotation of x ^ y is that
   of x, which is there early, xor two shifts of y. A round's chain is 24
   cycles. */

#include "row.h"

#define ROTATE_XOR(x, y, n)                                                    \
    _mm256_ternarylogic_epi32(_mm256_slli_epi32(y, WORD_BITS - (n)),           \
                              _mm256_srli_epi32(y, n), _mm256_ror_epi32(x, n), \
                              0x96)

static inline row rotate_1(row d, row a) { return ROTATE_XOR(d, a, R1); }

static inline row rotate_2(row b, row c) { return ROTATE_XOR(b, c, R2); }

static inline row rotate_3(row d, row a) { return ROTATE_XOR(d, a, R3); }

static inline row rotate_4(row b, row c) { return ROTATE_XOR(b, c, R4); }
