/* SPDX-License-Identifier: CC0-1.0 */

/* AVX2 shifts each word by a count of its own. A round's chain is 3 operations,
   where general registers of 64 bits have one of 2: this is for 32-bit x86. */

#include "pairs.h"

static inline __m128i rotate(__m128i y, int m, int n)
{
    return XOR(_mm_sllv_epi64(y, SET(m, n)),
               _mm_srlv_epi64(y, SET(64 - m, 64 - n)));
}
