/* SPDX-License-Identifier: CC0-1.0 */
/*
 * P and Q with the ternary sums of AVX-512. MixBytes is, indices modulo 8,
 *
 *     b[k] = 4y[k+3] + 2z[k+7] + z[k+4]
 *     y[k] = a[k] + a[k+1] + a[k+3] + a[k+4]
 *     z[k] = a[k] + a[k+1] + a[k+2] + a[k+3] + a[k+6]
 *
 * For even k, t[k] = a[k] + a[k+1] + a[k+2] is part of z[k] and of z[k-1], and
 * t[k] + t[k+2] is y[k]; x[k] = a[k] + a[k+1] is part of y[k-3]. So each sum
 * for y has room for a third word, and there a quarter of AddRoundConstant is
 * added for nothing.
 *
 * A round is 8 shuffles, 24 operations of GFNI and 32 sums: 16 cycles on four
 * vector pipes, on a Zen 4 as well, two of whose pipes do GFNI and two shuffle.
 * Its longest path there is 11 cycles. Registers of 512 bits take each of its
 * pipes twice as long, so gfni-columns, which is for Intel's cores, has 24
 * cycles of GFNI alone. Written for a Zen 4, on which it was not timed yet.
 */
#include "ternary.h"

/* A quarter of AddRoundConstant of rounds i > 0, in P's row 0 and Q's row 7 */
#define SIXTEEN(i)                                                             \
    QUARTER(0x00 ^ (i)), QUARTER(0x10 ^ (i)), QUARTER(0x20 ^ (i)),             \
        QUARTER(0x30 ^ (i)), QUARTER(0x40 ^ (i)), QUARTER(0x50 ^ (i)),         \
        QUARTER(0x60 ^ (i)), QUARTER(0x70 ^ (i)), QUARTER(0x80 ^ (i)),         \
        QUARTER(0x90 ^ (i)), QUARTER(0xa0 ^ (i)), QUARTER(0xb0 ^ (i)),         \
        QUARTER(0xc0 ^ (i)), QUARTER(0xd0 ^ (i)), QUARTER(0xe0 ^ (i)),         \
        QUARTER(0xf0 ^ (i))
#define CONSTANT(i)                                                            \
    {                                                                          \
        SIXTEEN(i), SIXTEEN(0xff ^ (i))                                        \
    }

static const byte constant[ROUNDS - 1][32] = {
    CONSTANT(1),  CONSTANT(2),  CONSTANT(3),  CONSTANT(4), CONSTANT(5),
    CONSTANT(6),  CONSTANT(7),  CONSTANT(8),  CONSTANT(9), CONSTANT(10),
    CONSTANT(11), CONSTANT(12), CONSTANT(13),
};

/*
 * A round but the AddRoundConstant before it, and the one after it, a quarter
 * of which is c in register 0 and q in the others
 */
static inline void round_pq(row a[8], row q, row c)
{
#define SUB(k) a[k] = sub(a[k], load(shift[k]), every(0));
#define T(k) t[k] = sum(a[k], a[(k) + 1], a[((k) + 2) % 8]);
#define X(k) x[k] = sum(a[k], a[(k) + 1], (k) == 6 ? c : q);
#define Y(k)                                                                   \
    y[k] = sum(t[k], t[((k) + 2) % 8], q);                                     \
    y[((k) + 5) % 8] = sum(x[k], a[((k) + 5) % 8], a[((k) + 6) % 8]);
#define Z(k)                                                                   \
    z[k] = sum(t[k], a[((k) + 3) % 8], a[((k) + 6) % 8]);                      \
    z[((k) + 7) % 8] = sum(t[k], a[((k) + 7) % 8], a[((k) + 5) % 8]);
#define B(k)                                                                   \
    a[k] = sum(times(4, y[((k) + 3) % 8]), times(2, z[((k) + 7) % 8]),         \
               z[((k) + 4) % 8]);
    row t[8], x[8], y[8], z[8];

    EACH_ROW(SUB)
    EACH_EVEN_ROW(T)
    EACH_EVEN_ROW(X)
    EACH_EVEN_ROW(Z)
    EACH_EVEN_ROW(Y)
    EACH_ROW(B)
#undef SUB
#undef T
#undef X
#undef Y
#undef Z
#undef B
}

/* P and Q but the AddRoundConstant of the first round */
static inline void permute(row s[8])
{
    const row zero = every(0);
    const row q = halves(low(zero), _mm_set1_epi8(QUARTER(0xff)));

    for (int i = 1; i < ROUNDS; i++)
        round_pq(s, q, load(constant[i - 1]));
    round_pq(s, zero, zero);
}
