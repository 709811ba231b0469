/* SPDX-License-Identifier: CC0-1.0 */

/* The state in two registers, the odd words where they are and the even ones
   moving past them: of the words j = 0 to 3 of either, odd word j meets even
   word j in the first round, j ^ 1 in the second, j ^ 2, j ^ 3, and so on. In
   the order 0, 1, 3, 2 the steps between, ^1 and ^3 in turn, are an exchange
   of neighbours and one of halves. AVX2 rotates no words, but shifts each by
   a count of its own.
   Bound: the even words' way through four rounds is 4 additions, 2 exchanges
   of neighbours and 2 of halves at 3 cycles, and with the subkey 13 cycles,
   just as many as that of the odd words: 3.7 cycles/byte. It takes few
   instructions, 32 in four rounds, so only latencies count. A core that makes
   integers wait for the exchange of halves (5 cycles on a Zen 3) is better off
   with general registers, if they have 64 bits. clang makes another
   instruction of that exchange, which is slower there. */

#include <immintrin.h>

#include "crypto_hash.h"
#include "skein.h"

#define ADD _mm256_add_epi64
#define XOR _mm256_xor_si256

/* Lane by lane, from the lowest. */
#define SET(a, b, c, d)                                                        \
    _mm256_set_epi64x((long long)(d), (long long)(c), (long long)(b),          \
                      (long long)(a))

#define NEIGHBOURS(x) _mm256_shuffle_epi32(x, 0x4e)
#define HALVES(x) _mm256_permute2x128_si256(x, x, 1)

static inline __m256i rotate(__m256i x, __m256i n)
{
    return XOR(_mm256_sllv_epi64(x, n),
               _mm256_srlv_epi64(x, _mm256_sub_epi64(SET(64, 64, 64, 64), n)));
}

/* The counts are for words 1, 3, 7, 5. */
#define MIX(a, b, c, d) (x = ADD(x, y), y = XOR(rotate(y, SET(a, b, c, d)), x))

/* Of the key, the even words take k[s % 9] and the odd ones the next. */
#define SUBKEY(s)                                                              \
    (x = ADD(x, ADD(k[(s) % 9], even[(s) % 3])),                               \
     y = ADD(y, ADD(ADD(k[((s) + 1) % 9], odd[(s) % 3]), SET(0, 0, s, 0))))

#define EIGHT(s)                                                               \
    (SUBKEY(s), MIX(46, 36, 37, 19), x = NEIGHBOURS(x), MIX(33, 42, 27, 14),   \
     x = HALVES(x), MIX(17, 49, 39, 36), x = NEIGHBOURS(x),                    \
     MIX(44, 56, 9, 54), x = HALVES(x), SUBKEY((s) + 1), MIX(39, 30, 24, 34),  \
     x = NEIGHBOURS(x), MIX(13, 17, 50, 10), x = HALVES(x),                    \
     MIX(25, 29, 43, 39), x = NEIGHBOURS(x), MIX(8, 22, 35, 56),               \
     x = HALVES(x))

static inline __m128i load128(const unsigned char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

/* x = words 0, 2, 6, 4 and y = words 1, 3, 7, 5 */
static inline void load(__m256i *x, __m256i *y, const unsigned char *p)
{
    const __m256i outer = _mm256_inserti128_si256(
        _mm256_castsi128_si256(load128(p)), load128(p + 48), 1);
    const __m256i inner =
        _mm256_loadu_si256((const __m256i *)(const void *)(p + 16));

    *x = _mm256_unpacklo_epi64(outer, inner);
    *y = _mm256_unpackhi_epi64(outer, inner);
}

static inline void store(unsigned char *p, __m256i x, __m256i y)
{
    const __m256i outer = _mm256_unpacklo_epi64(x, y);

    _mm_storeu_si128((__m128i *)(void *)p, _mm256_castsi256_si128(outer));
    _mm256_storeu_si256((__m256i *)(void *)(p + 16),
                        _mm256_unpackhi_epi64(x, y));
    _mm_storeu_si128((__m128i *)(void *)(p + 48),
                     _mm256_extracti128_si256(outer, 1));
}

/* k[s] = words s, s + 2, s + 6, s + 4 of the extended key: those of k[s - 2],
   each moved a place, after the first word of k[s - 3]; word 8 stands in for
   that of k[-1]. */
static inline void expand(__m256i k[9])
{
    __m256i word8 = XOR(XOR(k[0], k[1]), SET(0x1bd11bdaa9fc1a22, 0, 0, 0));
    __m256i before, moved;

    word8 = XOR(word8, NEIGHBOURS(word8));
    before = XOR(word8, HALVES(word8));
    for (int s = 2; s < 9; s++) {
        moved = _mm256_permute4x64_epi64(k[s - 2], _MM_SHUFFLE(2, 0, 3, 1));
        k[s] = _mm256_blend_epi32(moved, before, 0x30);
        before = moved;
    }
}

void skein_blocks(uint64_t g[8], const unsigned char *in, uint64_t n,
                  uint64_t t0, uint64_t t1)
{
    __m256i k[9], m0, m1, x, y;

    load(k, k + 1, (const unsigned char *)g);
    do {
        const uint64_t t2 = t0 ^ t1;
        const __m256i even[3] = {SET(0, 0, t1, 0), SET(0, 0, t2, 0),
                                 SET(0, 0, t0, 0)};
        const __m256i odd[3] = {NEIGHBOURS(even[2]), NEIGHBOURS(even[0]),
                                NEIGHBOURS(even[1])};

        expand(k);
        load(&m0, &m1, in);
        x = m0;
        y = m1;
        EIGHT(0);
        EIGHT(2);
        EIGHT(4);
        EIGHT(6);
        EIGHT(8);
        EIGHT(10);
        EIGHT(12);
        EIGHT(14);
        EIGHT(16);
        SUBKEY(18);
        k[0] = XOR(x, m0);
        k[1] = XOR(y, m1);

        t0 += 64;
        t1 &= ~FIRST;
        in += 64;
    } while (--n > 0);
    store((unsigned char *)g, k[0], k[1]);
    _mm256_zeroupper(); /* gcc leaves it out with -O and -Os */
}
