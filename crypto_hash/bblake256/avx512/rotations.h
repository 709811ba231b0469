/* SPDX-License-Identifier: CC0-1.0 */

/* Each rotation in one operation: a round's chain is 24. The way of BLAKE-256,
   two shifts and a vpternlog, is shorter by a cycle on a Zen 4, but has two
   operations more each time. Where both halves are done at once these count as
   well, and an Intel core is slower with them. */

#include "row64_avx2.h"

static inline row rotate_1(row d, row a)
{
    return _mm256_ror_epi32(exor(d, a), R1);
}

static inline row rotate_2(row b, row c)
{
    return _mm256_ror_epi32(exor(b, c), R2);
}

static inline row rotate_3(row d, row a)
{
    return _mm256_ror_epi32(exor(d, a), R3);
}

static inline row rotate_4(row b, row c)
{
    return _mm256_ror_epi32(exor(b, c), R4);
}
