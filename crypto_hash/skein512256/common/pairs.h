/* SPDX-License-Identifier: CC0-1.0 */

/* Words i and i + 4 make a vector of two: (v1, v5) and (v3, v7) stay where they
   are, and meet (v0, v4) and (v2, v6) in turn; after two rounds the words of
   either change places. Words i and i + 4 of a subkey, too, are such a pair, of
   words s + i and s + i + 4 of the extended key.
   blocks.c has rotate(), the first word by m and the second by n. */

#include <immintrin.h>
#include <stdint.h>

#include "crypto_hash.h"
#include "skein.h"

#define ADD _mm_add_epi64
#define XOR _mm_xor_si128

#define SET(a, b) _mm_set_epi64x((long long)(b), (long long)(a))

static inline __m128i rotate(__m128i y, int m, int n);

#define SWAP(x) (x = _mm_shuffle_epi32(x, 0x4e))

#define MIX(x, y, m, n) (x = ADD(x, y), y = XOR(rotate(y, m, n), x))

#define SUBKEY(s)                                                              \
    (e = ADD(e, k[(s) % 9]), a = ADD(a, ADD(k[((s) + 1) % 9], t[(s) % 3])),    \
     f = ADD(f, ADD(k[((s) + 2) % 9], t[((s) + 1) % 3])),                      \
     b = ADD(b, ADD(k[((s) + 3) % 9], SET(0, s))))

#define FOUR(a0, a1, b0, b1, a2, a3, b2, b3, a4, a5, b4, b5, a6, a7, b6, b7)   \
    (MIX(e, a, a0, a1), MIX(f, b, b0, b1), MIX(f, a, a2, a3),                  \
     MIX(e, b, b2, b3), SWAP(e), SWAP(f), MIX(e, a, a4, a5),                   \
     MIX(f, b, b4, b5), MIX(f, a, a6, a7), MIX(e, b, b6, b7), SWAP(e),         \
     SWAP(f))

#define EIGHT(s)                                                               \
    (SUBKEY(s),                                                                \
     FOUR(46, 19, 36, 37, 33, 14, 42, 27, 17, 36, 49, 39, 44, 54, 56, 9),      \
     SUBKEY((s) + 1),                                                          \
     FOUR(39, 34, 30, 24, 13, 10, 17, 50, 25, 39, 29, 43, 8, 56, 22, 35))

static inline __m128i load128(const unsigned char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline void store128(unsigned char *p, __m128i x)
{
    _mm_storeu_si128((__m128i *)(void *)p, x);
}

/* x[i] = words i and i + 4 */
static inline void load(__m128i x[4], const unsigned char *p)
{
    for (int i = 0; i < 4; i += 2) {
        const __m128i low = load128(p + 8 * i), high = load128(p + 8 * i + 32);

        x[i] = _mm_unpacklo_epi64(low, high);
        x[i + 1] = _mm_unpackhi_epi64(low, high);
    }
}

static inline void store(unsigned char *p, const __m128i x[4])
{
    for (int i = 0; i < 4; i += 2) {
        store128(p + 8 * i, _mm_unpacklo_epi64(x[i], x[i + 1]));
        store128(p + 8 * i + 32, _mm_unpackhi_epi64(x[i], x[i + 1]));
    }
}

/* k[i] = words i and i + 4 of the extended key */
static inline void expand(__m128i k[9])
{
    __m128i word8 =
        XOR(XOR(XOR(k[0], k[1]), XOR(k[2], k[3])), SET(0x1bd11bdaa9fc1a22, 0));

    word8 = XOR(word8, _mm_shuffle_epi32(word8, 0x4e));
    k[4] = _mm_unpackhi_epi64(k[0], word8);
    for (int i = 5; i < 8; i++)
        k[i] = _mm_unpackhi_epi64(k[i - 4], _mm_slli_si128(k[i - 5], 8));
    k[8] = _mm_unpacklo_epi64(word8, k[3]);
}

void skein_blocks(uint64_t g[8], const unsigned char *in, uint64_t n,
                  uint64_t t0, uint64_t t1)
{
    __m128i k[9], m[4];

    load(k, (const unsigned char *)g);
    do {
        const __m128i t[3] = {SET(0, t0), SET(0, t1), SET(0, t0 ^ t1)};
        __m128i e, a, f, b;

        expand(k);
        load(m, in);
        e = m[0];
        a = m[1];
        f = m[2];
        b = m[3];
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
        k[0] = XOR(e, m[0]);
        k[1] = XOR(a, m[1]);
        k[2] = XOR(f, m[2]);
        k[3] = XOR(b, m[3]);

        t0 += 64;
        t1 &= ~FIRST;
        in += 64;
    } while (--n > 0);
    store((unsigned char *)g, k);
}
