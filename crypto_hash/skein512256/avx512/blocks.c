/* SPDX-License-Identifier: CC0-1.0 */

/* AVX-512VL rotates each word by a count of its own.
   Bound of Skein-512: 2 x (add, rotate, xor) and a shuffle a round, 36
   operations in four rounds with a subkey: 9 cycles where four are done at
   once, 12 where three are. The way of an odd word is 9 operations long, 9
   cycles, but 13 where a rotation takes 2: 3.7 cycles/byte. All of it fits in
   the eight registers of x86. */

#include "pairs.h"

static inline __m128i rotate(__m128i y, int m, int n)
{
    return _mm_rolv_epi64(y, SET(m, n));
}
