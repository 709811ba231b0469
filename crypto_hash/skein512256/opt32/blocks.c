/* SPDX-License-Identifier: CC0-1.0 */

/* For machines whose general registers have 32 bits. There a 64-bit MIX is a
   dozen instructions, unless the vector unit does it, and so everything is
   laid out as pairs of words that a compiler may put into vectors:
   a = (v1, v5) and b = (v3, v7) stay where they are, and meet e = (v0, v4)
   and f = (v2, v6) in turn; after two rounds the words of e and of f change
   places. Word i of a subkey and word i + 4 come from words s + i and s + i + 4
   of the extended key, so nine pairs, repeated, are all subkeys.
   The body is four rounds long with its rotation counts in a table, and the
   loops over a pair stay loops: then clang at -Os makes vector operations of
   all of it. At -O2 and -O3 it unrolls those loops first, finds fewer pairs
   and takes more than twice as long, like eight rounds with constant counts.
   Bound: a round is 2 x (add, 2 shifts, subtract, or, xor) and a shuffle. */

#include "crypto_hash.h"
#include "skein.h"

typedef uint64_t pair[2];

/* Row d is of rounds d mod 8: the counts with a, then those with b. */
static const pair R[8][2] = {
    {{46, 19}, {36, 37}}, {{33, 14}, {42, 27}}, {{17, 36}, {49, 39}},
    {{44, 54}, {56, 9}},  {{39, 34}, {30, 24}}, {{13, 10}, {17, 50}},
    {{25, 39}, {29, 43}}, {{8, 56}, {22, 35}},
};

#define LOAD(x, p) ((x)[0] = load64_le(p), (x)[1] = load64_le((p) + 32))

#define FOR_PAIR for (int j = 0; j < 2; j++)

#define COPY(x, y) FOR_PAIR(x)[j] = (y)[j]
#define ADD(x, y) FOR_PAIR(x)[j] += (y)[j]
#define XOR(x, y) FOR_PAIR(x)[j] ^= (y)[j]

#define ROTATE_LEFT(x, n) ((x) << (n) | (x) >> (64 - (n)))

#define MIX(x, y, n)                                                           \
    (x[0] += y[0], x[1] += y[1], y[0] = ROTATE_LEFT(y[0], (n)[0]) ^ x[0],      \
     y[1] = ROTATE_LEFT(y[1], (n)[1]) ^ x[1])

#define SWAP(x) (swap = x[0], x[0] = x[1], x[1] = swap)

#define TWO_ROUNDS(r)                                                          \
    (MIX(e, a, (r)[0][0]), MIX(f, b, (r)[0][1]), MIX(f, a, (r)[1][0]),         \
     MIX(e, b, (r)[1][1]), SWAP(e), SWAP(f))

#define SUBKEY(s)                                                              \
    do {                                                                       \
        ADD(e, k[s]);                                                          \
        ADD(a, k[(s) + 1]);                                                    \
        ADD(a, t[s]);                                                          \
        ADD(f, k[(s) + 2]);                                                    \
        ADD(f, t[(s) + 1]);                                                    \
        ADD(b, k[(s) + 3]);                                                    \
        ADD(b, number);                                                        \
        number[1]++;                                                           \
    } while (0)

/* k[i] = (key word i, key word i + 4), t[i] = (0, tweak word i) */
static void expand(pair k[22], pair t[20], const uint64_t g[8], uint64_t t0,
                   uint64_t t1)
{
    uint64_t parity = 0x1bd11bdaa9fc1a22;

    for (int i = 0; i < 8; i++) {
        parity ^= g[i];
        k[i][0] = g[i];
        k[(i + 5) % 9][1] = g[i];
    }
    k[8][0] = k[4][1] = parity;
    for (int i = 9; i < 22; i++)
        COPY(k[i], k[i - 9]);

    t[0][0] = t[1][0] = t[2][0] = 0;
    t[0][1] = t0;
    t[1][1] = t1;
    t[2][1] = t0 ^ t1;
    for (int i = 3; i < 20; i++)
        COPY(t[i], t[i - 3]);
}

void skein_blocks(uint64_t g[8], const unsigned char *in, uint64_t n,
                  uint64_t t0, uint64_t t1)
{
    do {
        pair k[22], t[20], m[4], e, a, f, b, number = {0, 0};
        uint64_t swap;

        expand(k, t, g, t0, t1);
        for (int i = 0; i < 4; i++)
            LOAD(m[i], in + 8 * i);
        COPY(e, m[0]);
        COPY(a, m[1]);
        COPY(f, m[2]);
        COPY(b, m[3]);

        for (int s = 0; s < 18; s++) {
            const pair(*r)[2] = R + s % 2 * 4;

            SUBKEY(s);
            TWO_ROUNDS(r);
            TWO_ROUNDS(r + 2);
        }
        SUBKEY(18);

        XOR(e, m[0]);
        XOR(a, m[1]);
        XOR(f, m[2]);
        XOR(b, m[3]);
        FOR_PAIR
        {
            g[4 * j] = e[j];
            g[4 * j + 1] = a[j];
            g[4 * j + 2] = f[j];
            g[4 * j + 3] = b[j];
        }
        t0 += 64;
        t1 &= ~FIRST;
        in += 64;
    } while (--n > 0);
}
