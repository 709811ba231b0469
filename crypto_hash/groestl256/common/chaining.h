/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl-224 and Grøstl-256, P and Q in one: register k holds row k of P's
 * state in its low half and row k+7 of Q's in its high one. So all that differs
 * between P and Q is in constants, and those that change with the column and
 * the round, in P's row 0 and Q's row 7, meet in register 0.
 *
 * A round is 8 byte shuffles and S-boxes, 28 additions and 16 doublings and
 * additions of 4 operations: with AES-NI 109 in all, or 27 cycles on a machine
 * with four vector units. Its longest path is half of that.
 */
#include "mixbytes.h"
#include "params.h"
#include "sub.h"

/* vectors of the chaining value */
#define CHAINED 4

/* ShiftBytes by p in P, by q in Q: byte k comes from k + p, from k + q */
#define HALF(h, s)                                                             \
    h + (s) % 8, h + (1 + (s)) % 8, h + (2 + (s)) % 8, h + (3 + (s)) % 8,      \
        h + (4 + (s)) % 8, h + (5 + (s)) % 8, h + (6 + (s)) % 8,               \
        h + (7 + (s)) % 8
#define SHIFT(p, q) CALL(MASK, (HALF(0, p), HALF(8, q)))
#define CALL(F, arguments) F arguments

static const byte shift[8][16] = {
    SHIFT(0, 6), SHIFT(1, 1), SHIFT(2, 3), SHIFT(3, 5),
    SHIFT(4, 7), SHIFT(5, 0), SHIFT(6, 2), SHIFT(7, 4),
};

/* AddRoundConstant's 16 j for each column j */
static const byte column[16] = {
    0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70,
    0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70,
};

/* All of a round but the AddRoundConstant before it */
static inline void round_pq(row s[8], row key)
{
#define SUB(k) s[k] = sub(s[k], load(shift[k]), key);
    EACH_ROW(SUB)
#undef SUB
    mix_bytes(s);
}

/* P and Q but the AddRoundConstant of the first round */
static inline void permute(row s[8])
{
    row key = _mm_unpacklo_epi64(every(OFFSET), every(OFFSET ^ COMPLEMENT));
    row c = load(column);

    for (int i = 1; i < ROUNDS; i++) {
        c = _mm_add_epi8(c, every(1));
        round_pq(s, key);
        s[0] = add(s[0], c);
    }
    round_pq(s, every(OFFSET));
}

/*
 * Rows of 8 bytes that are not being worked on lie in pairs. This order of them
 * makes it one shuffle to put one together with row 7 before it.
 */
#define EACH_PAIR(F) F(0, 0, 7) F(1, 2, 1) F(2, 4, 3) F(3, 6, 5)

/* The rows of the block at p; two columns lie in each 16 bytes there. */
static inline void load_rows(row m[4], const byte *p)
{
    const row rows =
        _mm_setr_epi8(0, 8, 7, 15, 2, 10, 1, 9, 4, 12, 3, 11, 6, 14, 5, 13);
    row a = _mm_shuffle_epi8(load(p), rows);
    row b = _mm_shuffle_epi8(load(p + 16), rows);
    row c = _mm_shuffle_epi8(load(p + 32), rows);
    row d = _mm_shuffle_epi8(load(p + 48), rows);
    row e = _mm_unpacklo_epi16(a, b), f = _mm_unpackhi_epi16(a, b);
    row g = _mm_unpacklo_epi16(c, d), h = _mm_unpackhi_epi16(c, d);

    m[0] = _mm_unpacklo_epi32(e, g);
    m[1] = _mm_unpackhi_epi32(e, g);
    m[2] = _mm_unpacklo_epi32(f, h);
    m[3] = _mm_unpackhi_epi32(f, h);
}

/* The last n bytes of columns 4 to 7 of the rows; n is 28 or 32. */
static inline void store_columns(byte *p, int n, const row h[4])
{
#define ROWS(a, b)                                                             \
    _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b),  \
                                    _MM_SHUFFLE(3, 1, 3, 1)))
    const row a0127 =
        _mm_setr_epi8(0, 12, 8, 4, 1, 13, 9, 5, 2, 14, 10, 6, 3, 15, 11, 7);
    const row b3456 =
        _mm_setr_epi8(4, 0, 12, 8, 5, 1, 13, 9, 6, 2, 14, 10, 7, 3, 15, 11);
    const row sorted =
        _mm_setr_epi8(0, 1, 2, 4, 5, 6, 7, 3, 8, 9, 10, 12, 13, 14, 15, 11);
    row a = _mm_shuffle_epi8(ROWS(h[0], h[1]), a0127);
    row b = _mm_shuffle_epi8(ROWS(h[2], h[3]), b3456);

    row c45 = _mm_shuffle_epi8(_mm_unpacklo_epi32(a, b), sorted);
    row c67 = _mm_shuffle_epi8(_mm_unpackhi_epi32(a, b), sorted);

    store(p, n < 32 ? _mm_alignr_epi8(c67, c45, 4) : c45);
    store(p + n - 16, c67);
#undef ROWS
}

static inline row low_high(row a, row b)
{
    return _mm_castpd_si128(
        _mm_move_sd(_mm_castsi128_pd(b), _mm_castsi128_pd(a)));
}

/*
 * The chaining value, with what makes P's first AddRoundConstant good once for
 * all blocks: the one in the message is as Q wants it.
 */
static inline void start(row h[CHAINED], int bits)
{
    const row ff = every(0xff);

    h[0] = add(ff, load(column));
    h[1] = h[2] = h[3] = ff;
    h[0] = add(h[0], _mm_slli_si128(_mm_cvtsi32_si128(bits & 255), 15));
    h[3] = add(h[3], _mm_slli_si128(_mm_cvtsi32_si128(bits >> 8), 7));
}

/* Q's first AddRoundConstant */
static inline void add_first(row m[CHAINED])
{
    const row ff = every(0xff);

    m[0] = add(m[0], add(ff, _mm_slli_si128(load(column), 8)));
    m[1] = add(m[1], ff);
    m[2] = add(m[2], ff);
    m[3] = add(m[3], ff);
}

/* h = P(h + block) + Q(block) + h */
static inline void chain(row h[CHAINED], const byte *block)
{
#define EVEN(k, r, t) s[r] = low_high(add(h[k], m[k]), m[k]);
#define ODD(k, r, t) s[t] = _mm_alignr_epi8(m[(k + 3) % 4], add(h[k], m[k]), 8);
#define SUM(k, r, t)                                                           \
    h[k] = add(h[k], _mm_unpacklo_epi64(s[r], s[t]));                          \
    h[k] = add(h[k], _mm_unpackhi_epi64(s[r + 1], s[(t + 1) % 8]));
    row m[4], s[8];

    load_rows(m, block);
    add_first(m);
    EACH_PAIR(EVEN)
    EACH_PAIR(ODD)
    permute(s);
    EACH_PAIR(SUM)
#undef EVEN
#undef ODD
#undef SUM
}

/* Output transform to a digest of n bytes: P in the low halves */
static inline void finish(byte *out, int n, row h[CHAINED])
{
#define ALONE(k, r, t)                                                         \
    s[r] = h[k];                                                               \
    s[t] = _mm_srli_si128(h[k], 8);
#define SUM(k, r, t) h[k] = add(h[k], _mm_unpacklo_epi64(s[r], s[t]));
    row s[8];

    add_first(h);
    EACH_PAIR(ALONE)
    permute(s);
    EACH_PAIR(SUM)
    h[0] = add(h[0], _mm_srli_si128(_mm_slli_si128(load(column), 8), 8));
    store_columns(out, n, h);
#undef ALONE
#undef SUM
}
