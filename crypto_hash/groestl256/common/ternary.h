/* SPDX-License-Identifier: CC0-1.0 */
/* Sums of three vectors and products by constants, with AVX-512 and GFNI. */
#include "row.h"

/* A byte divided by 2 and by 4 in AES's field */
#define HALF(a) ((a) >> 1 ^ ((a)&1 ? 0x8d : 0))
#define QUARTER(a) HALF(HALF(a))

static inline row sum(row a, row b, row c)
{
    return _mm256_ternarylogic_epi64(a, b, c, 0x96);
}

static inline row times(byte n, row a)
{
    return _mm256_gf2p8mul_epi8(a, every(n));
}
