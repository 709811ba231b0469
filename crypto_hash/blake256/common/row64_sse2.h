/* SPDX-License-Identifier: CC0-1.0 */

/* A row in two SSE registers: four words of BLAKE-512, or of 32 bits in pairs,
   each of either half of BBLAKE-256. */

#include <immintrin.h>

typedef struct {
    __m128i x01, x23;
} row;

#if WORD_BITS == 64
#define ADD _mm_add_epi64
#define LANE(x) (x)
#else
#define ADD _mm_add_epi32
#define LANE(x) ((uint64_t)(x) << 32 | (x))
#endif

static inline row add(row x, row y)
{
    return (row){ADD(x.x01, y.x01), ADD(x.x23, y.x23)};
}

static inline row exor(row x, row y)
{
    return (row){_mm_xor_si128(x.x01, y.x01), _mm_xor_si128(x.x23, y.x23)};
}

/* The second word of x and the first of y. */
static inline __m128i inner(__m128i x, __m128i y)
{
    return _mm_castpd_si128(
        _mm_shuffle_pd(_mm_castsi128_pd(x), _mm_castsi128_pd(y), 1));
}

/* Words to the left by n places; n is a constant. */
static inline row turn(row x, int n)
{
    const row same = {_mm_shuffle_epi32(x.x01, 0xe4),
                      _mm_shuffle_epi32(x.x23, 0xe4)};
    const row by1 = {inner(x.x01, x.x23), inner(x.x23, x.x01)};

    switch (n) {
    case 0:
        return same;
    case 1:
        return by1;
    case 2:
        return (row){x.x23, x.x01};
    default:
        return (row){by1.x23, by1.x01};
    }
}

static inline __m128i two_words(word x0, word x1)
{
    return _mm_set_epi64x((long long)LANE(x1), (long long)LANE(x0));
}

static inline row four_words(word x0, word x1, word x2, word x3)
{
    return (row){two_words(x0, x1), two_words(x2, x3)};
}

/* Not by two_words(), which takes words of 64 bits apart on x86. */
static inline __m128i two_of_message(const uint64_t *m0, const uint64_t *m1)
{
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)m0),
                              _mm_loadl_epi64((const __m128i *)m1));
}

static inline row four_of_message(const uint64_t *m0, const uint64_t *m1,
                                  const uint64_t *m2, const uint64_t *m3)
{
    return (row){two_of_message(m0, m1), two_of_message(m2, m3)};
}

static inline row load_row(const uint64_t h[4])
{
    return (row){_mm_loadu_si128((const __m128i *)h),
                 _mm_loadu_si128((const __m128i *)(h + 2))};
}

static inline void store_row(uint64_t h[4], row x)
{
    _mm_storeu_si128((__m128i *)h, x.x01);
    _mm_storeu_si128((__m128i *)(h + 2), x.x23);
}

/* BLAKE2bp: a row as the same word of all four leaves. */

#define LANES 4
typedef row vector;

#define load load_row
#define done()

static inline vector all(word x) { return four_words(x, x, x, x); }

#define LOW _mm_unpacklo_epi64
#define HIGH _mm_unpackhi_epi64

static inline void load_messages(vector m[16], const unsigned char *in,
                                 size_t stride, size_t n)
{
    for (size_t k = 0; k < 16; k += 2) {
        __m128i x[LANES];

        for (size_t i = 0; i < LANES; i++)
            x[i] = _mm_loadu_si128(
                (const __m128i *)(in + i * (i < n) * stride + 8 * k));
        m[k] = (row){LOW(x[0], x[1]), LOW(x[2], x[3])};
        m[k + 1] = (row){HIGH(x[0], x[1]), HIGH(x[2], x[3])};
    }
}

static inline void store_values(unsigned char cv[][8 * WORD_BYTES], vector h[8])
{
    for (size_t k = 0; k < 8; k += 2) {
        const __m128i x[LANES] = {
            LOW(h[k].x01, h[k + 1].x01), HIGH(h[k].x01, h[k + 1].x01),
            LOW(h[k].x23, h[k + 1].x23), HIGH(h[k].x23, h[k + 1].x23)};

        for (size_t i = 0; i < LANES; i++)
            _mm_storeu_si128((__m128i *)(cv[i] + 8 * k), x[i]);
    }
}
