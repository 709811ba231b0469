/* SPDX-License-Identifier: CC0-1.0 */
/* A vector of 16 bytes of the state, in SSSE3 */
#include <tmmintrin.h>

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

/*
 * 2a + b + 1b: where the top bit of a byte is set, a shuffle gives 0 whatever
 * the table, so the 1b of the reduction comes out where it is not wanted. That
 * saves an instruction, since a constant that is the same in all rows can be
 * made good for nothing elsewhere: see OFFSET.
 */
static inline row twice_plus(row a, row b)
{
    row reduction = _mm_shuffle_epi8(every(0x1b), a);

    return add(add(_mm_add_epi8(a, a), b), reduction);
}

/*
 * What to add to every byte before MixBytes for 2 * 1b + 1b after it: the sum
 * of MixBytes' coefficients is 3.
 */
#define OFFSET 0x1b

/* and for ff after it, which Q's next AddRoundConstant wants: 3 * 55 = ff */
#define COMPLEMENT 0x55
