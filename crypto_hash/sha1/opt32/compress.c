/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SHA-1 with its rounds written out, so that names rotate and not words. The
 * last sixteen words of the schedule are all that it needs. Maj adds two terms
 * that have no bit in common.
 */
#include "chain.h"

#define CH(b, c, d) ((d) ^ ((b) & ((c) ^ (d))))
#define PARITY(b, c, d) ((b) ^ (c) ^ (d))
#define MAJ(b, c, d) (((b) & (c)) + ((d) & ((b) ^ (c))))

/* Word t of the schedule, from 16 on in the place of word t - 16 */
static inline uint32_t word(uint32_t w[16], int t)
{
    if (t >= 16)
        w[t % 16] = rol(w[(t + 13) % 16] ^ w[(t + 8) % 16] ^ w[(t + 2) % 16] ^
                            w[t % 16],
                        1);
    return w[t % 16];
}

#define ROUND(f, k, t, a, b, c, d, e)                                          \
    ((e) += word(w, t) + (k), (e) += f(b, c, d), (e) += rol(a, 5),             \
     (b) = rol(b, 30))
#define FIVE(f, k, t)                                                          \
    ROUND(f, k, (t) + 0, a, b, c, d, e);                                       \
    ROUND(f, k, (t) + 1, e, a, b, c, d);                                       \
    ROUND(f, k, (t) + 2, d, e, a, b, c);                                       \
    ROUND(f, k, (t) + 3, c, d, e, a, b);                                       \
    ROUND(f, k, (t) + 4, b, c, d, e, a)

void compress(uint32_t *h, const unsigned char *in, unsigned long long blocks)
{
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

    for (; blocks > 0; --blocks, in += 64) {
        uint32_t w[16];

        for (int i = 0; i < 16; ++i)
            w[i] = load(in + 4 * i);
        FIVE(CH, 0x5a827999, 0);
        FIVE(CH, 0x5a827999, 5);
        FIVE(CH, 0x5a827999, 10);
        FIVE(CH, 0x5a827999, 15);
        FIVE(PARITY, 0x6ed9eba1, 20);
        FIVE(PARITY, 0x6ed9eba1, 25);
        FIVE(PARITY, 0x6ed9eba1, 30);
        FIVE(PARITY, 0x6ed9eba1, 35);
        FIVE(MAJ, 0x8f1bbcdc, 40);
        FIVE(MAJ, 0x8f1bbcdc, 45);
        FIVE(MAJ, 0x8f1bbcdc, 50);
        FIVE(MAJ, 0x8f1bbcdc, 55);
        FIVE(PARITY, 0xca62c1d6, 60);
        FIVE(PARITY, 0xca62c1d6, 65);
        FIVE(PARITY, 0xca62c1d6, 70);
        FIVE(PARITY, 0xca62c1d6, 75);
        a = h[0] += a;
        b = h[1] += b;
        c = h[2] += c;
        d = h[3] += d;
        e = h[4] += e;
    }
}
