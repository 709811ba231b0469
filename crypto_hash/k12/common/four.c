/* SPDX-License-Identifier: CC0-1.0 */
/* Four chunks side by side: vectors of 256 bits go to three ports of an Intel
   core, those of 512 bits to two. */
#include <immintrin.h>
#include <stdint.h>

#define LANES 4
typedef __m256i word;

#define CONSTANT(n) _mm256_set1_epi64x((long long)(n))
#define rol _mm256_rol_epi64
#define TERNARY _mm256_ternarylogic_epi64
#define UNROLLED _Pragma("GCC unroll 6") /* all twelve rounds */
#include "rounds.h"
#define FEW
#include "tree.h"
