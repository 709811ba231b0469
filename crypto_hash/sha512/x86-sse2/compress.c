/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-512's compression function for 32-bit mode, which has no 64-bit registers
 * but those of vectors: of a vector the rounds use the lower half. The schedule
 * uses both, for two words at a time.
 *
 * A rotation is two shifts, and a Sigma of three rotations shifts what it has
 * shifted already: that needs two copies, not six.
 *
 * Floor: 34.5 operations a round and 9.7 of the schedule, at four a cycle, take
 * 11 cycles, 6.9 a byte. 16 of them are shifts, which go two a cycle. */

#include <emmintrin.h>

#include "constants.inc"

#define compress CRYPTO_NAMESPACE(compress)

void compress(word h[8], const unsigned char *in, unsigned long long blocks,
              const word k[ROUNDS]);

#define XOR _mm_xor_si128
#define AND _mm_and_si128
#define ADD _mm_add_epi64
#define SHR _mm_srli_epi64
#define SHL _mm_slli_epi64

static inline __m128i load(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

static inline __m128i load_word(const word *p)
{
    return _mm_loadl_epi64((const __m128i *)p);
}

/* Two words of a block: the bytes of 16 bits change places, then those. */
static inline __m128i load_swapped(const unsigned char *p)
{
    __m128i x = load(p);

    x = _mm_or_si128(_mm_srli_epi16(x, 8), _mm_slli_epi16(x, 8));
    return _mm_shufflehi_epi16(_mm_shufflelo_epi16(x, 0x1b), 0x1b);
}

/* x >>> i ^ x >>> i + j ^ x >>> i + j + l, its parts that go right and left */
static inline __m128i rotations(__m128i x, int i, int j, int l)
{
    __m128i right = SHR(XOR(SHR(XOR(SHR(x, l), x), j), x), i);
    __m128i left = SHL(XOR(SHL(XOR(SHL(x, j), x), l), x), 64 - i - j - l);

    return XOR(right, left);
}

/* Sections 4.1.3 and 6.4.2: h becomes the new a, d the new e. The b ^ c of Maj
 * is the a ^ b of the round before, which bc brings along. */
#define ROUND(a, b, c, d, e, f, g, h, kw)                                      \
    do {                                                                       \
        __m128i ab = XOR(a, b);                                                \
        h = ADD(h, kw);                                                        \
        h = ADD(h, XOR(g, AND(e, XOR(f, g))));                                 \
        h = ADD(h, rotations(e, 14, 4, 23));                                   \
        d = ADD(d, h);                                                         \
        h = ADD(h, XOR(b, AND(ab, bc)));                                       \
        h = ADD(h, rotations(a, 28, 6, 5));                                    \
        bc = ab;                                                               \
    } while (0)

/* The lower words of x and the upper, the former from the half above */
static inline __m128i middle(__m128i x, __m128i y)
{
    return _mm_castpd_si128(
        _mm_shuffle_pd(_mm_castsi128_pd(x), _mm_castsi128_pd(y), 1));
}

/* W[t] and W[t + 1] become W[t + 16] and W[t + 17]. */
static inline __m128i expand(__m128i w0, __m128i w2, __m128i w8, __m128i w10,
                             __m128i w14)
{
    __m128i x = middle(w0, w2), y = w14;

    w0 = ADD(w0, middle(w8, w10));
    x = XOR(SHR(XOR(SHR(XOR(SHR(x, 1), x), 6), x), 1),
            SHL(XOR(SHL(x, 7), x), 56));
    y = XOR(SHR(XOR(SHR(XOR(SHR(y, 42), y), 13), y), 6),
            SHL(XOR(SHL(y, 42), y), 3));
    return ADD(ADD(w0, x), y);
}

/* Two rounds, the first with the lower half of kw */
#define ROUNDS2(a, b, c, d, e, f, g, h, kw)                                    \
    do {                                                                       \
        __m128i both = kw;                                                     \
        ROUND(a, b, c, d, e, f, g, h, both);                                   \
        ROUND(h, a, b, c, d, e, f, g, _mm_unpackhi_epi64(both, both));         \
    } while (0)

#define ROUNDS8(KW, i)                                                         \
    do {                                                                       \
        ROUNDS2(a, b, c, d, e, f, g, h, KW(i));                                \
        ROUNDS2(g, h, a, b, c, d, e, f, KW((i) + 1));                          \
        ROUNDS2(e, f, g, h, a, b, c, d, KW((i) + 2));                          \
        ROUNDS2(c, d, e, f, g, h, a, b, KW((i) + 3));                          \
    } while (0)

#define NEXT(i)                                                                \
    (kw = ADD(w[i], load(k + t + 2 * (i))),                                    \
     w[i] = expand(w[i], w[((i) + 1) % 8], w[((i) + 4) % 8], w[((i) + 5) % 8], \
                   w[((i) + 7) % 8]),                                          \
     kw)
#define LAST(i) ADD(w[i], load(k + t + 2 * (i)))

static inline void add_to(word *h, __m128i x)
{
    _mm_storel_epi64((__m128i *)h, ADD(load_word(h), x));
}

void compress(word state[8], const unsigned char *in, unsigned long long blocks,
              const word k[ROUNDS])
{
    __m128i w[8], kw;
    int i, t;

    for (; blocks > 0; blocks--) {
        __m128i a = load_word(state), b = load_word(state + 1);
        __m128i c = load_word(state + 2), d = load_word(state + 3);
        __m128i e = load_word(state + 4), f = load_word(state + 5);
        __m128i g = load_word(state + 6), h = load_word(state + 7);
        __m128i bc = XOR(b, c);

        for (i = 0; i < 8; i++)
            w[i] = load_swapped(in + 16 * i);
        for (t = 0; t < ROUNDS - 16; t += 16) {
            ROUNDS8(NEXT, 0);
            ROUNDS8(NEXT, 4);
        }
        ROUNDS8(LAST, 0);
        ROUNDS8(LAST, 4);
        add_to(state, a);
        add_to(state + 1, b);
        add_to(state + 2, c);
        add_to(state + 3, d);
        add_to(state + 4, e);
        add_to(state + 5, f);
        add_to(state + 6, g);
        add_to(state + 7, h);
        in += BLOCK_BYTES;
    }
}
