/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-512's compression function for 32-bit mode, which has no 64-bit registers
 * but those of vectors, and eight of them. So the state stands in four: [a e],
 * [b f], [c g], [d h]. AVX2 shifts each half by a count of its own, and so
 * Sigma0(a) and Sigma1(e) are one calculation. So are Maj and Ch, for
 *
 *     Ch(e, f, g) = e ? f : g         Maj(a, b, c) = a ^ b ? c : b
 *
 * bit by bit. Registers needn't move: names do. The schedule has two words in
 * a vector.
 *
 * Floor: from one [a e] to the next are a shift, three xors, an add, a shuffle
 * and an add, 7 cycles; but 25.5 operations a round and 11 of the schedule, at
 * four a cycle, take 9.1, which makes 5.7 cycles a byte; what eight registers
 * do not hold is loaded and stored besides. */

#include <immintrin.h>

#include "constants.inc"

#define compress CRYPTO_NAMESPACE(compress)

void compress(word h[8], const unsigned char *in, unsigned long long blocks,
              const word k[ROUNDS]);

#define XOR _mm_xor_si128
#define ADD _mm_add_epi64
#define SHR _mm_srli_epi64
#define SHL _mm_slli_epi64

static inline __m128i load(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

static inline void store(void *p, __m128i x)
{
    _mm_storeu_si128((__m128i *)p, x);
}

/* [x >>> r0, y >>> r1] of [x y] in two parts, to be joined */
#define RIGHT(v, r0, r1) _mm_srlv_epi64(v, _mm_set_epi64x(r1, r0))
#define LEFT(v, r0, r1) _mm_sllv_epi64(v, _mm_set_epi64x(64 - r1, 64 - r0))

/* [Sigma0(a) Sigma1(e)] */
static inline __m128i sigmas(__m128i ae)
{
    __m128i x = XOR(RIGHT(ae, 28, 14), LEFT(ae, 28, 14));
    __m128i y = XOR(RIGHT(ae, 34, 18), LEFT(ae, 34, 18));
    __m128i z = XOR(RIGHT(ae, 39, 41), LEFT(ae, 39, 41));

    return XOR(XOR(x, y), z);
}

/* [Maj(a, b, c) Ch(e, f, g)] */
static inline __m128i choices(__m128i ae, __m128i bf, __m128i cg)
{
    __m128i mask = XOR(ae, _mm_move_epi64(bf));
    __m128i one = _mm_blend_epi32(cg, bf, 12);
    __m128i zero = _mm_blend_epi32(bf, cg, 12);

    return XOR(zero, _mm_and_si128(mask, XOR(one, zero)));
}

/* One round: [d h] becomes [a e]. Of kw the upper half counts. */
#define ROUND(ae, bf, cg, dh, kw)                                              \
    do {                                                                       \
        __m128i s = sigmas(ae), c = choices(ae, bf, cg);                       \
        __m128i t1 = ADD(s, ADD(c, ADD(dh, kw)));                              \
        __m128i rest = _mm_unpacklo_epi64(ADD(s, c), dh);                      \
        dh = ADD(rest, _mm_unpackhi_epi64(t1, t1));                            \
    } while (0)

/* Two rounds, the first with the lower half */
#define ROUNDS2(v0, v1, v2, v3, kw)                                            \
    do {                                                                       \
        __m128i both = kw;                                                     \
        ROUND(v0, v1, v2, v3, _mm_unpacklo_epi64(both, both));                 \
        ROUND(v3, v0, v1, v2, both);                                           \
    } while (0)

/* W[t] and W[t + 1] become W[t + 16] and W[t + 17]. */
static inline __m128i expand(__m128i w0, __m128i w2, __m128i w8, __m128i w10,
                             __m128i w14)
{
    const __m128i turn8 =
        _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
    __m128i w1 = _mm_alignr_epi8(w2, w0, 8), x, y;

    x = XOR(XOR(SHR(w1, 1), SHL(w1, 63)), SHR(w1, 7));
    x = XOR(x, _mm_shuffle_epi8(w1, turn8));
    y = XOR(XOR(SHR(w14, 19), SHL(w14, 45)), SHR(w14, 6));
    y = XOR(y, XOR(SHR(w14, 61), SHL(w14, 3)));
    w0 = ADD(w0, _mm_alignr_epi8(w10, w8, 8));
    return ADD(ADD(w0, x), y);
}

#define NEXT(i)                                                                \
    (kw = ADD(w[i], load(k + t + 2 * (i))),                                    \
     w[i] = expand(w[i], w[((i) + 1) % 8], w[((i) + 4) % 8], w[((i) + 5) % 8], \
                   w[((i) + 7) % 8]),                                          \
     kw)
#define LAST(i) ADD(w[i], load(k + t + 2 * (i)))

#define ROUNDS16(KW)                                                           \
    do {                                                                       \
        ROUNDS2(ae, bf, cg, dh, KW(0));                                        \
        ROUNDS2(cg, dh, ae, bf, KW(1));                                        \
        ROUNDS2(ae, bf, cg, dh, KW(2));                                        \
        ROUNDS2(cg, dh, ae, bf, KW(3));                                        \
        ROUNDS2(ae, bf, cg, dh, KW(4));                                        \
        ROUNDS2(cg, dh, ae, bf, KW(5));                                        \
        ROUNDS2(ae, bf, cg, dh, KW(6));                                        \
        ROUNDS2(cg, dh, ae, bf, KW(7));                                        \
    } while (0)

void compress(word h[8], const unsigned char *in, unsigned long long blocks,
              const word k[ROUNDS])
{
    const __m128i swap =
        _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    __m128i ab = load(h), cd = load(h + 2), ef = load(h + 4), gh = load(h + 6);
    __m128i state[4], w[8], kw;
    int i, t;

    state[0] = _mm_unpacklo_epi64(ab, ef);
    state[1] = _mm_unpackhi_epi64(ab, ef);
    state[2] = _mm_unpacklo_epi64(cd, gh);
    state[3] = _mm_unpackhi_epi64(cd, gh);
    for (; blocks > 0; blocks--) {
        __m128i ae = state[0], bf = state[1], cg = state[2], dh = state[3];

        for (i = 0; i < 8; i++)
            w[i] = _mm_shuffle_epi8(load(in + 16 * i), swap);
        for (t = 0; t < ROUNDS - 16; t += 16)
            ROUNDS16(NEXT);
        ROUNDS16(LAST);
        state[0] = ADD(state[0], ae);
        state[1] = ADD(state[1], bf);
        state[2] = ADD(state[2], cg);
        state[3] = ADD(state[3], dh);
        in += BLOCK_BYTES;
    }
    store(h, _mm_unpacklo_epi64(state[0], state[1]));
    store(h + 2, _mm_unpacklo_epi64(state[2], state[3]));
    store(h + 4, _mm_unpackhi_epi64(state[0], state[1]));
    store(h + 6, _mm_unpackhi_epi64(state[2], state[3]));
}
