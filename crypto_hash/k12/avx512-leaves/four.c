/* SPDX-License-Identifier: CC0-1.0 */
/* Four chunks side by side: vectors of 256 bits go to three ports of an Intel
   core, those of 512 bits to two. */
#include "side_by_side.h"
#include <immintrin.h>
#include <stdint.h>

#include "transposed4.h"

#define rol _mm256_rol_epi64
#define TERNARY _mm256_ternarylogic_epi64
#define UNROLLED _Pragma("GCC unroll 6") /* all twelve rounds */
#include "rounds.h"

#include "side.h"

void four(unsigned char *cv, uint64_t node[25], const unsigned char *in,
          unsigned n)
{
    side(cv, node, in, n);
    _mm256_zeroupper();
}
