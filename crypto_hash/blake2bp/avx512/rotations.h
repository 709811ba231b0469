/* SPDX-License-Identifier: CC0-1.0 */

/* A rotation is one operation. */

#include "row64_avx2.h"

#define rotate_1(d, a) _mm256_ror_epi64(exor(d, a), R1)
#define rotate_2(b, c) _mm256_ror_epi64(exor(b, c), R2)
#define rotate_3(d, a) _mm256_ror_epi64(exor(d, a), R3)
#define rotate_4(b, c) _mm256_ror_epi64(exor(b, c), R4)
