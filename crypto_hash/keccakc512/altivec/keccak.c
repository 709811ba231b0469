/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Keccak-f[1600] on pairs of lanes, bit-interleaved: AltiVec rotates no 64-bit
 * words, but each of four 32-bit words by a count of its own. A vector is the
 * even and the odd bits of a lane, then those of another. Column x is three of
 * them: s[x], A[x,0] twice, p[x] = (A[x,1], A[x,2]), q[x] = (A[x,3], A[x,4]).
 *
 * pi makes column X of row X, so each new pair takes two lanes of the same
 * halves of two old pairs: one vperm, which also exchanges a lane's words where
 * rho rotates it by an odd number. Then one vrlw rotates both lanes.
 *
 * A round is 109 operations: 50 for theta, 28 for rho and pi, 30 for chi, 1 for
 * iota. A G4 has one unit for the 24 permutations among them and one for the
 * 85 others.
 */
#include "keccak.h"
#include <altivec.h>
#include <string.h>

typedef __vector unsigned int words;
typedef __vector unsigned char bytes;

#define C(even, odd)                                                           \
    {                                                                          \
        even, odd, even, odd                                                   \
    }
static const words round_constant[24] = {INTERLEAVED_CONSTANTS(C)};
#undef C

/* A lane of two vectors, by its first byte, its words exchanged if n is odd */
#define WORD(i) i, (i) + 1, (i) + 2, (i) + 3
#define LANE(i, n) WORD((i) + (n) % 2 * 4), WORD((i) + ((n) + 1) % 2 * 4)
#define PAIR(half, a, n, b, m)                                                 \
    vec_rl((words)vec_perm(                                                    \
               a, b, (bytes){LANE(8 * (half), n), LANE(16 + 8 * (half), m)}),  \
           (words){((n) + 1) / 2, (n) / 2, ((m) + 1) / 2, (m) / 2})

/* The sum of a column, in both halves */
static inline words sum(words s, words p, words q)
{
    words halves = vec_xor(p, q);

    return vec_xor(s, vec_xor(halves, vec_sld(halves, halves, 8)));
}

static inline void chi(words a[5], words b0, words b1, words b2, words b3,
                       words b4)
{
    a[0] = vec_xor(b0, vec_andc(b2, b1));
    a[1] = vec_xor(b1, vec_andc(b3, b2));
    a[2] = vec_xor(b2, vec_andc(b4, b3));
    a[3] = vec_xor(b3, vec_andc(b0, b4));
    a[4] = vec_xor(b4, vec_andc(b1, b0));
}

/* No loop: the five stay in registers at -O2 as well. */
static inline void copy(words a[5], const words b[5])
{
    a[0] = b[0];
    a[1] = b[1];
    a[2] = b[2];
    a[3] = b[3];
    a[4] = b[4];
}

#define THETA(x, before, after)                                                \
    do {                                                                       \
        words d = vec_xor(before, PAIR(0, after, 1, after, 1));                \
                                                                               \
        s[x] = vec_xor(s[x], d);                                               \
        p[x] = vec_xor(p[x], d);                                               \
        q[x] = vec_xor(q[x], d);                                               \
    } while (0)

static inline void permute(words s[5], words p[5], words q[5])
{
    for (int i = 24 - ROUNDS; i < 24; ++i) {
        words c0 = sum(s[0], p[0], q[0]), c1 = sum(s[1], p[1], q[1]);
        words c2 = sum(s[2], p[2], q[2]), c3 = sum(s[3], p[3], q[3]);
        words c4 = sum(s[4], p[4], q[4]);
        words rows[5], rows12[5], rows34[5];

        THETA(0, c4, c1);
        THETA(1, c0, c2);
        THETA(2, c1, c3);
        THETA(3, c2, c4);
        THETA(4, c3, c0);

        chi(rows, s[0], PAIR(0, p[1], 44, p[1], 44),
            PAIR(1, p[2], 43, p[2], 43), PAIR(0, q[3], 21, q[3], 21),
            PAIR(1, q[4], 14, q[4], 14));
        chi(rows12, PAIR(0, s[3], 28, s[1], 1), PAIR(0, p[4], 20, p[2], 6),
            PAIR(1, p[0], 3, p[3], 25), PAIR(0, q[1], 45, q[4], 8),
            PAIR(1, q[2], 61, q[0], 18));
        chi(rows34, PAIR(0, s[4], 27, s[2], 62), PAIR(0, p[0], 36, p[3], 55),
            PAIR(1, p[1], 10, p[4], 39), PAIR(0, q[2], 15, q[0], 41),
            PAIR(1, q[3], 56, q[1], 2));
        copy(s, rows);
        copy(p, rows12);
        copy(q, rows34);
        s[0] = vec_xor(s[0], round_constant[i]);
    }
}

/*
 * Four lanes at a time: their even bytes, the highest first, and their odd
 * bytes. What is left is to exchange bits of the odd bytes under masks with
 * those of the even ones n places higher, and it is its own inverse.
 */
static inline void exchange(words *even, words *odd, unsigned mask, unsigned n)
{
    words shift = {n, n, n, n}, masks = {mask, mask, mask, mask};
    words t = vec_and(vec_xor(vec_sr(*even, shift), *odd), masks);

    *odd = vec_xor(*odd, t);
    *even = vec_xor(*even, vec_sl(t, shift));
}

static inline void separate(words to[2], const words from[2])
{
    words even = vec_perm(
        from[0], from[1],
        (bytes){6, 4, 2, 0, 14, 12, 10, 8, 22, 20, 18, 16, 30, 28, 26, 24});
    words odd = vec_perm(
        from[0], from[1],
        (bytes){7, 5, 3, 1, 15, 13, 11, 9, 23, 21, 19, 17, 31, 29, 27, 25});

    exchange(&even, &odd, 0x0f0f0f0f, 4);
    exchange(&even, &odd, 0x33333333, 2);
    exchange(&even, &odd, 0x55555555, 1);
    to[0] = vec_mergeh(even, odd);
    to[1] = vec_mergel(even, odd);
}

static inline void unite(words to[2], words a, words b)
{
    words even = vec_perm(a, b, (bytes){WORD(0), WORD(8), WORD(16), WORD(24)});
    words odd = vec_perm(a, b, (bytes){WORD(4), WORD(12), WORD(20), WORD(28)});

    exchange(&even, &odd, 0x55555555, 1);
    exchange(&even, &odd, 0x33333333, 2);
    exchange(&even, &odd, 0x0f0f0f0f, 4);
    to[0] = vec_perm(
        even, odd,
        (bytes){3, 19, 2, 18, 1, 17, 0, 16, 7, 23, 6, 22, 5, 21, 4, 20});
    to[1] = vec_perm(
        even, odd,
        (bytes){11, 27, 10, 26, 9, 25, 8, 24, 15, 31, 14, 30, 13, 29, 12, 28});
}

/* The pair of the lanes i and j of a block */
#define OF_BLOCK(i, j)                                                         \
    vec_perm(lane[(i) / 2], lane[(j) / 2],                                     \
             (bytes){LANE((i) % 2 * 8, 0), LANE(16 + (j) % 2 * 8, 0)})

static inline void absorb(words s[5], words p[5], words q[5],
                          const unsigned char *block)
{
    words lane[14] = {{0}};

    memcpy(lane, block, RATE);
    for (int i = 0; i < (RATE + 15) / 16; i += 2)
        separate(lane + i, lane + i);
#define COLUMN(x)                                                              \
    do {                                                                       \
        s[x] = vec_xor(s[x], OF_BLOCK(x, x));                                  \
        p[x] = vec_xor(p[x], OF_BLOCK(5 + (x), 10 + (x)));                     \
        q[x] = vec_xor(q[x], OF_BLOCK(15 + (x), 20 + (x)));                    \
    } while (0)
    COLUMN(0);
    COLUMN(1);
    COLUMN(2);
    COLUMN(3);
    COLUMN(4);
}

/* The pair of the lanes i and j of the state */
#define COLUMNS(i) ((i) < 5 ? s : (i) < 15 ? p : q)[(i) % 5]
#define HALF(i) ((i) / 5 == 2 || (i) / 5 == 4)
#define OF_STATE(i, j)                                                         \
    vec_perm(COLUMNS(i), COLUMNS(j),                                           \
             (bytes){LANE(8 * HALF(i), 0), LANE(16 + 8 * HALF(j), 0)})

static inline void squeeze(unsigned char *out, const words s[5],
                           const words p[5], const words q[5])
{
    words lane[12];

#define FOUR(i)                                                                \
    do {                                                                       \
        if ((i) < OUT_LANES)                                                   \
            unite(lane + (i) / 2, OF_STATE(i, (i) + 1),                        \
                  OF_STATE((i) + 2, (i) + 3));                                 \
    } while (0)
    FOUR(0);
    FOUR(4);
    FOUR(8);
    FOUR(12);
    FOUR(16);
    FOUR(20);
    memcpy(out, lane, 8 * OUT_LANES);
}

void keccak(unsigned char out[SQUEEZED], const unsigned char *in,
            unsigned long long blocks, const unsigned char last[RATE])
{
    words s[5] = {{0}}, p[5] = {{0}}, q[5] = {{0}};

    for (;; in += RATE) {
        absorb(s, p, q, blocks ? in : last);
        permute(s, p, q);
        if (blocks-- == 0)
            break;
    }
    squeeze(out, s, p, q);
    for (int i = 1; i < SQUEEZES; ++i) {
        permute(s, p, q);
        squeeze(out + i * RATE, s, p, q);
    }
}
