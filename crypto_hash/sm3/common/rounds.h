/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The rounds of SM3 written out, so that names rotate and not words, and the
 * constants are rotated by the compiler. Whoever uses them defines WORD(j),
 * word j of the schedule, and SUM(j), its xor with word j + 4.
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

#define ROUND(ff, gg, j, a, b, c, d, e, f, g, h)                               \
    do {                                                                       \
        uint32_t a12 = rol(a, 12), ss1 = rol(a12 + (e) + constant(j), 7);      \
                                                                               \
        (h) += WORD(j) + gg(e, f, g) + ss1;                                    \
        (d) += SUM(j) + ff(a, b, c) + (ss1 ^ a12);                             \
        (h) = p0(h);                                                           \
        (b) = rol(b, 9);                                                       \
        (f) = rol(f, 19);                                                      \
    } while (0)
#define FOUR_ROUNDS(ff, gg, j)                                                 \
    ROUND(ff, gg, (j) + 0, a, b, c, d, e, f, g, h);                            \
    ROUND(ff, gg, (j) + 1, d, a, b, c, h, e, f, g);                            \
    ROUND(ff, gg, (j) + 2, c, d, a, b, g, h, e, f);                            \
    ROUND(ff, gg, (j) + 3, b, c, d, a, f, g, h, e)

/* FOUR has four rounds from number j on. */
#define ALL_ROUNDS(FOUR)                                                       \
    FOUR(PARITY, PARITY, 0);                                                   \
    FOUR(PARITY, PARITY, 4);                                                   \
    FOUR(PARITY, PARITY, 8);                                                   \
    FOUR(PARITY, PARITY, 12);                                                  \
    FOUR(MAJ, CH, 16);                                                         \
    FOUR(MAJ, CH, 20);                                                         \
    FOUR(MAJ, CH, 24);                                                         \
    FOUR(MAJ, CH, 28);                                                         \
    FOUR(MAJ, CH, 32);                                                         \
    FOUR(MAJ, CH, 36);                                                         \
    FOUR(MAJ, CH, 40);                                                         \
    FOUR(MAJ, CH, 44);                                                         \
    FOUR(MAJ, CH, 48);                                                         \
    FOUR(MAJ, CH, 52);                                                         \
    FOUR(MAJ, CH, 56);                                                         \
    FOUR(MAJ, CH, 60)

#define FEED_FORWARD(v)                                                        \
    a = (v)[0] ^= a;                                                           \
    b = (v)[1] ^= b;                                                           \
    c = (v)[2] ^= c;                                                           \
    d = (v)[3] ^= d;                                                           \
    e = (v)[4] ^= e;                                                           \
    f = (v)[5] ^= f;                                                           \
    g = (v)[6] ^= g;                                                           \
    h = (v)[7] ^= h
