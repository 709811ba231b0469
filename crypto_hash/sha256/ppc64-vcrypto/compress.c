/* SPDX-License-Identifier: CC0-1.0 */
/* SHA-2 on 64-bit POWER from ISA 2.07 (POWER8) on, in either byte order: one
 * instruction makes a Sigma or a sigma of each lane. The state is in eight
 * vectors whose lanes are all the same, so that nothing moves between units;
 * the schedule has a word in each lane. Ch is a choice by e, and Maj one by
 * a ^ b, between a and c.
 *
 * A round is 2 Sigmas, 2 choices, 7 additions and xors, and the splat of its
 * K + W: 12 operations, and 11 or 7 make a vector of the schedule. The chain of
 * a round is d + h and Sigma1: 4 operations. */

#include <altivec.h>
#include <string.h>

#include "constants.inc"
#include "sha2.h"

#if WORD_BITS == 32
typedef unsigned int lane;
typedef __vector unsigned int words;
#define SIGMA(x, big, one) __builtin_crypto_vshasigmaw(x, big, one)
#else
typedef unsigned long long lane;
typedef __vector unsigned long long words;
#define SIGMA(x, big, one) __builtin_crypto_vshasigmad(x, big, one)
#endif
enum { LANES = 128 / WORD_BITS, VECTORS = 16 / LANES };

/* Each lane from x or, from LANES on, y */
#ifdef __clang__
#define LANES_OF(x, y, ...) __builtin_shufflevector(x, y, __VA_ARGS__)
#else
#define LANES_OF(x, y, ...) __builtin_shuffle(x, y, (words){__VA_ARGS__})
#endif

static inline words load(const word *p)
{
    words w;

    memcpy(&w, p, sizeof w);
    return w;
}

static inline words load_message(const unsigned char *p)
{
    words w;

    memcpy(&w, p, sizeof w);
#ifdef __LITTLE_ENDIAN__
    w = vec_revb(w);
#endif
    return w;
}

/* What takes the place of w[j], which are the oldest words */
static inline words next(const words w[VECTORS], int j)
{
#define W(n) w[(j + (n)) % VECTORS]
#if WORD_BITS == 32
    const words zero = vec_splats(0u);
    words v = W(0) + SIGMA(LANES_OF(W(0), W(1), 1, 2, 3, 4), 0, 0) +
              LANES_OF(W(2), W(3), 1, 2, 3, 4);

    /* Two lanes wait for the two others; of 0 the sigma is 0. */
    v += SIGMA(LANES_OF(W(3), zero, 2, 3, 4, 4), 0, 15);
    return v + SIGMA(LANES_OF(v, zero, 4, 4, 0, 1), 0, 15);
#else
    return W(0) + SIGMA(LANES_OF(W(0), W(1), 1, 2), 0, 0) +
           LANES_OF(W(4), W(5), 1, 2) + SIGMA(W(7), 0, 15);
#endif
#undef W
}

/* Round i of a vector's; the names of the state turn with the rounds. */
#define ROUND(a, b, c, d, e, f, g, h, i)                                       \
    do {                                                                       \
        h += vec_splat(kw, i) + SIGMA(e, 1, 15) + vec_sel(g, f, e);            \
        d += h;                                                                \
        h += SIGMA(a, 1, 0) + vec_sel(a, c, a ^ b);                            \
    } while (0)

#if WORD_BITS == 32
#define ROUNDS_OF(a, b, c, d, e, f, g, h)                                      \
    do {                                                                       \
        ROUND(a, b, c, d, e, f, g, h, 0);                                      \
        ROUND(h, a, b, c, d, e, f, g, 1);                                      \
        ROUND(g, h, a, b, c, d, e, f, 2);                                      \
        ROUND(f, g, h, a, b, c, d, e, 3);                                      \
    } while (0)
#define EACH_VECTOR(F)                                                         \
    F(0, a, b, c, d, e, f, g, h)                                               \
    F(1, e, f, g, h, a, b, c, d)                                               \
    F(2, a, b, c, d, e, f, g, h)                                               \
    F(3, e, f, g, h, a, b, c, d)
#else
#define ROUNDS_OF(a, b, c, d, e, f, g, h)                                      \
    do {                                                                       \
        ROUND(a, b, c, d, e, f, g, h, 0);                                      \
        ROUND(h, a, b, c, d, e, f, g, 1);                                      \
    } while (0)
#define EACH_VECTOR(F)                                                         \
    F(0, a, b, c, d, e, f, g, h)                                               \
    F(1, g, h, a, b, c, d, e, f)                                               \
    F(2, e, f, g, h, a, b, c, d)                                               \
    F(3, c, d, e, f, g, h, a, b)                                               \
    F(4, a, b, c, d, e, f, g, h)                                               \
    F(5, g, h, a, b, c, d, e, f)                                               \
    F(6, e, f, g, h, a, b, c, d)                                               \
    F(7, c, d, e, f, g, h, a, b)
#endif

/* The rounds of vector j, and what comes after it */
#define WORK(j, ...)                                                           \
    kw = w[j] + load(k + LANES * (j));                                         \
    ROUNDS_OF(__VA_ARGS__);                                                    \
    w[j] = next(w, j);
#define WORK_LAST(j, ...)                                                      \
    kw = w[j] + load(k + LANES * (j));                                         \
    ROUNDS_OF(__VA_ARGS__);

void compress(word state[8], const unsigned char *in, unsigned long long blocks)
{
    words s[8];
    int i;

    for (i = 0; i < 8; i++)
        s[i] = vec_splats((lane)state[i]);
    for (; blocks > 0; blocks--, in += BLOCK_BYTES) {
        words a = s[0], b = s[1], c = s[2], d = s[3];
        words e = s[4], f = s[5], g = s[6], h = s[7];
        words w[VECTORS], kw;
        const word *k = K;

        for (i = 0; i < VECTORS; i++)
            w[i] = load_message(in + 16 * i);
        for (; k < K + ROUNDS - 16; k += 16) {
            EACH_VECTOR(WORK)
        }
        EACH_VECTOR(WORK_LAST)
        s[0] += a, s[1] += b, s[2] += c, s[3] += d;
        s[4] += e, s[5] += f, s[6] += g, s[7] += h;
    }
    for (i = 0; i < 8; i++)
        state[i] = s[i][0];
}
