/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH with SSSE3: as sse2, but pshufb swaps bytes in one operation,
 * and words of 16 bits. Operations a round: 19 for each S-box, 10 for L, and
 * for the swaps 20, 20, 20, 4, 4, 4 and 4: 14.7 cycles on four vector pipes.
 */
#include "jh.h"
#include <tmmintrin.h>

#define SWAP_8(x)                                                              \
    _mm_shuffle_epi8(x, _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10,    \
                                      13, 12, 15, 14))
#define SWAP_16(x)                                                             \
    _mm_shuffle_epi8(x, _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9,    \
                                      14, 15, 12, 13))

#include "sse.h"
#include "words.h"
