/* SPDX-License-Identifier: CC0-1.0 */

/* For x86, whose general registers have 32 bits; where they have 64, opt64
   takes half the time, so this is not for amd64. SSE2 shifts both words of a
   pair by one count, so a rotation is made of the words apart, each with a zero
   beside it. A half of each of two rotations would be two operations less, but
   both compilers choose it with a movsd, and cores make integers wait for that.
   Bound of Skein-512: 2 x (add, 2 to part, 4 shifts, 4 xor) and a shuffle a
   round, 100 operations in four rounds with a subkey, 36 of them shifts and
   shuffles: a core that does four and two at once needs 25 cycles, 7
   cycles/byte. With AVX-512 a rotation is one operation: where compilers may
   use that, what they make of portable C can be faster. */

#include "pairs.h"

static inline __m128i rotate(__m128i y, int m, int n)
{
    const __m128i low = _mm_move_epi64(y), high = XOR(y, low);

    return XOR(XOR(_mm_slli_epi64(low, m), _mm_srli_epi64(low, 64 - m)),
               XOR(_mm_slli_epi64(high, n), _mm_srli_epi64(high, 64 - n)));
}
