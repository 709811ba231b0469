/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The chaining value of Grøstl-224 and Grøstl-256 in registers as permute.h has
 * them: two rows of P in a low half, the same of Q in a high one.
 */
#include "permute.h"

/*
 * vectors of the chaining value: h[0] to h[3] before the last block, whose P
 * and Q are in h[4] to h[7], to be summed with the next block in one operation
 */
#define CHAINED 8

#define EACH_REGISTER(F) F(0) F(1) F(2) F(3)

/* The vector with a in its low half and zeros in the other */
static inline row alone(__m128i a) { return _mm256_zextsi128_si256(a); }

/* The rows of the block at p in both halves */
static inline void load_rows(row m[4], const byte *p)
{
#define TWO_COLUMNS(k) _mm256_shuffle_epi8(load_twice(p + 16 * (k)), rows)
    const row rows = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 8, 4, 12, 5, 13, 1, 9, 2, 10, 6, 14, 7, 15, 3, 11));
    row a = TWO_COLUMNS(0), b = TWO_COLUMNS(1);
    row c = TWO_COLUMNS(2), d = TWO_COLUMNS(3);
    row e = _mm256_unpacklo_epi16(a, b), f = _mm256_unpackhi_epi16(a, b);
    row g = _mm256_unpacklo_epi16(c, d), h = _mm256_unpackhi_epi16(c, d);

    m[0] = _mm256_unpacklo_epi32(e, g);
    m[1] = _mm256_unpackhi_epi32(e, g);
    m[2] = _mm256_unpacklo_epi32(f, h);
    m[3] = _mm256_unpackhi_epi32(f, h);
#undef TWO_COLUMNS
}

/* The last n bytes of columns 4 to 7 of the rows; n is 28 or 32. */
static inline void store_columns(byte *p, int n, const __m128i h[4])
{
#define COLUMNS_4567(a, b)                                                     \
    _mm_shuffle_epi8(_mm_castps_si128(_mm_shuffle_ps(                          \
                         _mm_castsi128_ps(a), _mm_castsi128_ps(b),             \
                         _MM_SHUFFLE(3, 1, 3, 1))),                            \
                     sorted)
    const __m128i sorted =
        _mm_setr_epi8(0, 12, 4, 8, 1, 13, 5, 9, 2, 14, 6, 10, 3, 15, 7, 11);
    __m128i a0145 = COLUMNS_4567(h[0], h[1]);
    __m128i b2367 = COLUMNS_4567(h[2], h[3]);
    __m128i c45 = _mm_unpacklo_epi16(a0145, b2367);
    __m128i c67 = _mm_unpackhi_epi16(a0145, b2367);

    if (n < 32)
        c45 = _mm_alignr_epi8(c67, c45, 4);
    _mm_storeu_si128((__m128i *)(void *)p, c45);
    _mm_storeu_si128((__m128i *)(void *)(p + n - 16), c67);
#undef COLUMNS_4567
}

/* AddRoundConstant's 16 j for each column j */
static inline __m128i column(void)
{
    return _mm_cvtsi64_si128(0x7060504030201000);
}

/*
 * The low halves of h are the chaining value with P's first AddRoundConstant,
 * the high ones are Q's: so the message is all that a block has to add.
 */
static inline void start(row h[CHAINED], int bits)
{
    const __m128i zero = _mm_setzero_si128(), ff = _mm_set1_epi8(-1);

    h[0] = halves(column(), ff);
    h[1] = halves(zero, ff);
    h[2] = halves(_mm_slli_si128(_mm_cvtsi32_si128(bits >> 8), 15), ff);
    h[3] = halves(_mm_slli_si128(_mm_cvtsi32_si128(bits & 255), 7),
                  _mm_xor_si128(ff, column()));
    h[4] = h[5] = h[6] = h[7] = every(0);
}

/* h = P(h + m) + Q(m) + h for the last block m, then P and Q of the next one */
static inline void chain(row h[CHAINED], const byte *block)
{
#define NEXT(k)                                                                \
    p = alone(low(h[(k) + 4]));                                                \
    q = alone(high(h[(k) + 4]));                                               \
    h[(k) + 4] = sum(add(m[k], h[k]), p, q);                                   \
    h[k] = sum(h[k], p, q);
    row m[4], p, q;

    load_rows(m, block);
    EACH_REGISTER(NEXT)
    permute(h + 4);
#undef NEXT
}

/* Output transform to a digest of n bytes: P in the low halves */
static inline void finish(byte *out, int n, row h[CHAINED])
{
#define LAST(k)                                                                \
    h[k] = sum(h[k], alone(low(h[(k) + 4])), alone(high(h[(k) + 4])));         \
    h[(k) + 4] = h[k];
#define SUM(k) r[k] = _mm_xor_si128(low(h[k]), low(h[(k) + 4]));
    __m128i r[4];

    EACH_REGISTER(LAST)
    permute(h + 4);
    EACH_REGISTER(SUM)
    r[0] = _mm_xor_si128(r[0], column());
    store_columns(out, n, r);
    _mm256_zeroupper(); /* gcc leaves it out with -O and -Os */
#undef LAST
#undef SUM
}
