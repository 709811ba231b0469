/* SPDX-License-Identifier: CC0-1.0 */
/*
 * P and Q side by side in four registers, with the ternary sums of AVX-512. Let
 * a[k] be the register with rows k and k + 4 of P in its low half and the same
 * of Q in its high one, row numbers modulo 8. Then a[k+4] has the bytes of a[k]
 * in another order: ShiftBytes makes both from one result of SubBytes, and four
 * registers of MixBytes are all of it. Between rounds they are a[0], a[5],
 * a[2] and a[7]:
 *
 *     b[k] = 4y[k+3] + 2z[k+7] + z[k+4]
 *     y[k] = a[k] + a[k+1] + a[k+3] + a[k+4]
 *     z[k] = a[k] + a[k+1] + a[k+2] + a[k+3] + a[k+6]
 *
 * With these k, z[k+7] is z[k+4] of the k before, so five z do, which are the
 * t[k] = a[k] + a[k+1] + a[k+2] for three k and two words each. Those of y that
 * are not t[2] + t[4] begin with one of two sums x[k] = a[k] + a[k+1]. As x and
 * t[2] + t[4] have room for a third word, a quarter of AddRoundConstant is
 * added there for nothing.
 *
 * A round is 12 operations of GFNI, 8 shuffles and 18 sums: 9.5 cycles on four
 * vector pipes. Floor on a Zen 4, with the latencies that llvm-mca 19 has: 3
 * cycles for SubBytes, 2 for ShiftBytes, 2 for sums, 3 for a product and 1 for
 * the last sum are 11, so 110 for the rounds of a block; but MixBytes waits for
 * all eight shuffles, which two of the four pipes do.
 *
 * A Zen 4 takes two cycles of a pipe for 512 bits. Yet llvm-mca expects
 * gfni-columns, which is for Intel's cores, to be a little faster there than
 * this (docs/families/groestl.md). A model can be that wrong, so there are
 * both. Written for a Zen 4, on which they were not timed yet.
 */
#include "params.h"
#include "ternary.h"

/* ShiftBytes by s of the row at h in each half: byte k comes from k + s */
#define SHIFTED(h, s)                                                          \
    (h) + (s) % 8, (h) + (1 + (s)) % 8, (h) + (2 + (s)) % 8,                   \
        (h) + (3 + (s)) % 8, (h) + (4 + (s)) % 8, (h) + (5 + (s)) % 8,         \
        (h) + (6 + (s)) % 8, (h) + (7 + (s)) % 8
/* a[k]: row k, which is at h, moves by p in P and q in Q, row k + 4 by r, s */
#define SHIFT(h, p, r, q, s)                                                   \
    {                                                                          \
        SHIFTED(h, p), SHIFTED(8 - (h), r), SHIFTED(h, q), SHIFTED(8 - (h), s) \
    }

static const byte shift[8][32] = {
    SHIFT(0, 0, 4, 1, 0), SHIFT(8, 1, 5, 3, 2), SHIFT(0, 2, 6, 5, 4),
    SHIFT(8, 3, 7, 7, 6), SHIFT(8, 4, 0, 0, 1), SHIFT(0, 5, 1, 2, 3),
    SHIFT(8, 6, 2, 4, 5), SHIFT(0, 7, 3, 6, 7),
};

/* A quarter of AddRoundConstant of rounds i > 0: in a[0], in a[7], elsewhere */
#define EIGHT(i)                                                               \
    QUARTER(0x00 ^ (i)), QUARTER(0x10 ^ (i)), QUARTER(0x20 ^ (i)),             \
        QUARTER(0x30 ^ (i)), QUARTER(0x40 ^ (i)), QUARTER(0x50 ^ (i)),         \
        QUARTER(0x60 ^ (i)), QUARTER(0x70 ^ (i))
#define EVERY(c) c, c, c, c, c, c, c, c
#define NONE EVERY(0)
#define FULL EVERY(QUARTER(0xff))
#define CONSTANT(i)                                                            \
    {                                                                          \
        {EIGHT(i), NONE, FULL, FULL}, { NONE, NONE, EIGHT(0xff ^ (i)), FULL }  \
    }

static const byte constant[ROUNDS - 1][2][32] = {
    CONSTANT(1), CONSTANT(2), CONSTANT(3), CONSTANT(4), CONSTANT(5),
    CONSTANT(6), CONSTANT(7), CONSTANT(8), CONSTANT(9),
};

static inline row shifted(row s, int k)
{
    return _mm256_shuffle_epi8(s, load(shift[k]));
}

/*
 * A round but the AddRoundConstant before it, and the one after it, a quarter
 * of which is c in a[0], d in a[7] and q in the others
 */
static inline void round_pq(row s[4], row q, row c, row d)
{
#define BOTH(i, k)                                                             \
    s[i] = sub_bytes(s[i]);                                                    \
    a[k] = shifted(s[i], k);                                                   \
    a[((k) + 4) % 8] = shifted(s[i], ((k) + 4) % 8);
#define B(y, z, w) sum(times(4, y), times(2, z), w)
    row a[8], t2, t4, t7, x0, x3, y0, y2, y3, y5, z1, z3, z4, z6, z7;

    BOTH(0, 0)
    BOTH(1, 5)
    BOTH(2, 2)
    BOTH(3, 7)
    t7 = sum(a[7], a[0], a[1]);
    t4 = sum(a[4], a[5], a[6]);
    t2 = sum(a[2], a[3], a[4]);
    x0 = sum(a[0], a[1], q);
    x3 = sum(a[3], a[4], c);
    z7 = sum(t7, a[2], a[5]);
    z6 = sum(t7, a[6], a[4]);
    z4 = sum(t4, a[7], a[2]);
    z3 = sum(t4, a[3], a[1]);
    z1 = sum(t2, a[1], a[7]);
    y3 = sum(x3, a[6], a[7]);
    y0 = sum(x0, a[3], a[4]);
    y5 = sum(x0, a[5], a[6]);
    y2 = sum(t2, t4, d);
    s[0] = B(y3, z7, z4);
    s[1] = B(y0, z4, z1);
    s[2] = B(y5, z1, z6);
    s[3] = B(y2, z6, z3);
#undef BOTH
#undef B
}

/* P and Q but the AddRoundConstant of the first round */
static inline void permute(row s[4])
{
    const row zero = every(0);
    const row q = halves(low(zero), _mm_set1_epi8(QUARTER(0xff)));

    for (int i = 0; i < ROUNDS - 1; i++)
        round_pq(s, q, load(constant[i][0]), load(constant[i][1]));
    round_pq(s, zero, zero, zero);
}
