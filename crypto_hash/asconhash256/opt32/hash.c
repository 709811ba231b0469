/* SPDX-License-Identifier: CC0-1.0 */

/* Ascon-Hash256 for 32-bit machines, bit-interleaved: a word is its even bits
   and its odd ones, so that a rotation of 64 bits is two of 32. A rotation by
   2 n turns either half by n; by 2 n + 1 the odd bits become the even ones,
   turned by n, and the even bits the odd ones, turned by n + 1. A round is 84
   operations: at one a cycle 126 c/b, and 8 to interleave. */

#include "api.h"
#include "bytes.h"
#include "crypto_hash.h"
#include "initial.h"

typedef struct {
    uint32_t even, odd;
} word;

/* The even bits of x, moved together. */
static uint32_t evens(uint64_t x)
{
    uint32_t low = (uint32_t)x & 0x55555555;
    uint32_t high = (uint32_t)(x >> 32) & 0x55555555;

    low = (low | low >> 1) & 0x33333333;
    high = (high | high >> 1) & 0x33333333;
    low = (low | low >> 2) & 0x0f0f0f0f;
    high = (high | high >> 2) & 0x0f0f0f0f;
    low = (low | low >> 4) & 0x00ff00ff;
    high = (high | high >> 4) & 0x00ff00ff;
    low = (low | low >> 8) & 0xffff;
    high = (high | high >> 8) & 0xffff;
    return high << 16 | low;
}

/* 16 bits at the even places of 32. */
static uint32_t spread(uint32_t x)
{
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

static word interleave(uint64_t x) { return (word){evens(x), evens(x >> 1)}; }

static uint64_t deinterleave(word x)
{
    const uint32_t low = spread(x.even & 0xffff) | spread(x.odd & 0xffff) << 1;
    const uint32_t high = spread(x.even >> 16) | spread(x.odd >> 16) << 1;

    return (uint64_t)high << 32 | low;
}

#define TURN(x, n)                                                             \
    ((n) % 32 ? (x) >> (n) % 32 | (x) << (32 - (n) % 32) % 32 : (x))
#define EVEN(x, n) ((n) % 2 ? TURN(x.odd, (n) / 2) : TURN(x.even, (n) / 2))
#define ODD(x, n) ((n) % 2 ? TURN(x.even, (n) / 2 + 1) : TURN(x.odd, (n) / 2))

#define MIX(x, n, k)                                                           \
    x = (word)                                                                 \
    {                                                                          \
        x.even ^ EVEN(x, n) ^ EVEN(x, k), x.odd ^ ODD(x, n) ^ ODD(x, k)        \
    }

/* The S-box on a half of all words. */
#define SUBSTITUTE(half)                                                       \
    do {                                                                       \
        uint32_t y0, y1, y2, y3, y4;                                           \
                                                                               \
        x0.half ^= x4.half;                                                    \
        x4.half ^= x3.half;                                                    \
        x2.half ^= x1.half;                                                    \
        y0 = x0.half ^ (~x1.half & x2.half);                                   \
        y1 = x1.half ^ (~x2.half & x3.half);                                   \
        y2 = x2.half ^ (~x3.half & x4.half);                                   \
        y3 = x3.half ^ (~x4.half & x0.half);                                   \
        y4 = x4.half ^ (~x0.half & x1.half);                                   \
        x0.half = y0 ^ y4;                                                     \
        x1.half = y1 ^ y0;                                                     \
        x2.half = ~y2;                                                         \
        x3.half = y3 ^ y2;                                                     \
        x4.half = y4;                                                          \
    } while (0)

static void permute(word s[5])
{
    /* even and odd bits of f0, e1, d2 and so on */
    static const unsigned char constant[12][2] = {
        {0xc, 0xc}, {0x9, 0xc}, {0xc, 0x9}, {0x9, 0x9}, {0x6, 0xc}, {0x3, 0xc},
        {0x6, 0x9}, {0x3, 0x9}, {0xc, 0x6}, {0x9, 0x6}, {0xc, 0x3}, {0x9, 0x3}};
    word x0 = s[0], x1 = s[1], x2 = s[2], x3 = s[3], x4 = s[4];

    for (int i = 0; i < 12; i++) {
        x2.even ^= constant[i][0];
        x2.odd ^= constant[i][1];
        SUBSTITUTE(even);
        SUBSTITUTE(odd);
        MIX(x0, 19, 28);
        MIX(x1, 61, 39);
        MIX(x2, 1, 6);
        MIX(x3, 10, 17);
        MIX(x4, 7, 41);
    }
    s[0] = x0;
    s[1] = x1;
    s[2] = x2;
    s[3] = x3;
    s[4] = x4;
}

static void absorb(word s[5], uint64_t x)
{
    const word w = interleave(x);

    s[0].even ^= w.even;
    s[0].odd ^= w.odd;
    permute(s);
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    word s[5] = {interleave(INITIAL0), interleave(INITIAL1),
                 interleave(INITIAL2), interleave(INITIAL3),
                 interleave(INITIAL4)};

    for (; inlen >= RATE; inlen -= RATE) {
        absorb(s, load_le(in));
        in += RATE;
    }
    absorb(s, last_block(in, (size_t)inlen));
    store_le(out, deinterleave(s[0]));
    for (int i = RATE; i < CRYPTO_BYTES; i += RATE) {
        permute(s);
        store_le(out + i, deinterleave(s[0]));
    }
    return 0;
}
