/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SM3 with its rounds written out, so that names rotate and not words, and the
 * constants are rotated by the compiler. The last sixteen words of the schedule
 * are all that it needs: word j + 4 takes the place of word j - 12.
 */
#include "chain.h"

#define PARITY(x, y, z) ((x) ^ (y) ^ (z))
#define MAJ(x, y, z) (((x) & (y)) + ((z) & ((x) ^ (y))))
#define CH(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))

static inline uint32_t constant(int j)
{
    uint32_t t = j < 16 ? 0x79cc4519 : 0x7a879d8a;

    return j % 32 == 0 ? t : rol(t, j % 32);
}

static inline uint32_t p0(uint32_t x) { return x ^ rol(x, 9) ^ rol(x, 17); }

static inline uint32_t p1(uint32_t x) { return x ^ rol(x, 15) ^ rol(x, 23); }

/* Word j of the schedule, where it stands */
#define W(j) w[(j) % 16]

static inline uint32_t ahead(uint32_t w[16], int j)
{
    if (j >= 16)
        W(j) = p1(W(j) ^ W(j + 7) ^ rol(W(j + 13), 15)) ^ rol(W(j + 3), 7) ^
               W(j + 10);
    return W(j);
}

#define ROUND(ff, gg, j, a, b, c, d, e, f, g, h)                               \
    do {                                                                       \
        uint32_t a12 = rol(a, 12), ss1 = rol(a12 + (e) + constant(j), 7);      \
                                                                               \
        (h) += W(j) + gg(e, f, g) + ss1;                                       \
        (d) += (W(j) ^ ahead(w, (j) + 4)) + ff(a, b, c) + (ss1 ^ a12);         \
        (h) = p0(h);                                                           \
        (b) = rol(b, 9);                                                       \
        (f) = rol(f, 19);                                                      \
    } while (0)
#define FOUR(ff, gg, j)                                                        \
    ROUND(ff, gg, (j) + 0, a, b, c, d, e, f, g, h);                            \
    ROUND(ff, gg, (j) + 1, d, a, b, c, h, e, f, g);                            \
    ROUND(ff, gg, (j) + 2, c, d, a, b, g, h, e, f);                            \
    ROUND(ff, gg, (j) + 3, b, c, d, a, f, g, h, e)

void compress(uint32_t *v, const unsigned char *in, unsigned long long blocks)
{
    uint32_t a = v[0], b = v[1], c = v[2], d = v[3];
    uint32_t e = v[4], f = v[5], g = v[6], h = v[7];

    for (; blocks > 0; --blocks, in += 64) {
        uint32_t w[16];

        for (int i = 0; i < 16; ++i)
            w[i] = load(in + 4 * i);
        FOUR(PARITY, PARITY, 0);
        FOUR(PARITY, PARITY, 4);
        FOUR(PARITY, PARITY, 8);
        FOUR(PARITY, PARITY, 12);
        FOUR(MAJ, CH, 16);
        FOUR(MAJ, CH, 20);
        FOUR(MAJ, CH, 24);
        FOUR(MAJ, CH, 28);
        FOUR(MAJ, CH, 32);
        FOUR(MAJ, CH, 36);
        FOUR(MAJ, CH, 40);
        FOUR(MAJ, CH, 44);
        FOUR(MAJ, CH, 48);
        FOUR(MAJ, CH, 52);
        FOUR(MAJ, CH, 56);
        FOUR(MAJ, CH, 60);
        a = v[0] ^= a;
        b = v[1] ^= b;
        c = v[2] ^= c;
        d = v[3] ^= d;
        e = v[4] ^= e;
        f = v[5] ^= f;
        g = v[6] ^= g;
        h = v[7] ^= h;
    }
}
