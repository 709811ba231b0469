/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH with SSE2, for 32-bit mode too, where the state takes all eight
 * registers. Operations a round: 19 for each S-box, 10 for L, and for the swaps
 * 20, 20, 20, 12, 8, 4 and 4: 15.1 cycles on four vector pipes.
 */
#include "jh.h"
#include <emmintrin.h>

#define SWAP_8(x) (_mm_slli_epi16(x, 8) | _mm_srli_epi16(x, 8))
#define SWAP_16(x) _mm_shufflehi_epi16(_mm_shufflelo_epi16(x, 0xb1), 0xb1)

#include "sse.h"
#include "words.h"
