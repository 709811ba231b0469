/* SPDX-License-Identifier: CC0-1.0 */

/* Two words in an SSE register. How they are rotated is for blocks.c. */

#include <immintrin.h>

typedef __m128i pair;

#define ADD _mm_add_epi64
#define XOR _mm_xor_si128
#define SET(a, b) _mm_set_epi64x((long long)(b), (long long)(a))
#define SWAP(x) (x = _mm_shuffle_epi32(x, 0x4e))

/* The first words of two pairs, and the second ones. */
#define FIRSTS _mm_unpacklo_epi64
#define SECONDS _mm_unpackhi_epi64

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)

static inline pair rotate(pair y, int m, int n);
