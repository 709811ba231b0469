/* SPDX-License-Identifier: CC0-1.0 */
/* A vector of 16 bytes of the state, with GFNI */
#include <immintrin.h>

typedef __m128i row;
typedef unsigned char byte;

#define EACH_ROW(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
#define EACH_EVEN_ROW(F) F(0) F(2) F(4) F(6)

static inline row load(const byte *p)
{
    return _mm_loadu_si128((const row *)(const void *)p);
}

static inline void store(byte *p, row a)
{
    _mm_storeu_si128((row *)(void *)p, a);
}

static inline row every(byte c) { return _mm_set1_epi8((char)c); }

static inline row add(row a, row b) { return _mm_xor_si128(a, b); }

/* 2a + b: the instruction multiplies in AES's field, which is Grøstl's. */
static inline row twice_plus(row a, row b)
{
    return add(_mm_gf2p8mul_epi8(a, every(2)), b);
}

/* What to add to every byte before MixBytes to make good for twice_plus */
#define OFFSET 0

/* and for ff after it, which Q's next AddRoundConstant wants: 3 * 55 = ff */
#define COMPLEMENT 0x55
