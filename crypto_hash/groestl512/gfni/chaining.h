/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl-384 and Grøstl-512, P and Q in one: register k holds row k of P's
 * state in its low half and row k+7 of Q's in its high one. So all that differs
 * between P and Q is in constants, and those that change with the column and
 * the round, in P's row 0 and Q's row 7, meet in register 0.
 */
#include "params.h"
#include "row.h"
#include "store_columns.h"

/* ShiftBytes by s: byte k comes from k + s */
#define FROM(s)                                                                \
    (s) % 16, ((s) + 1) % 16, ((s) + 2) % 16, ((s) + 3) % 16, ((s) + 4) % 16,  \
        ((s) + 5) % 16, ((s) + 6) % 16, ((s) + 7) % 16, ((s) + 8) % 16,        \
        ((s) + 9) % 16, ((s) + 10) % 16, ((s) + 11) % 16, ((s) + 12) % 16,     \
        ((s) + 13) % 16, ((s) + 14) % 16, ((s) + 15) % 16
#define SHIFT(p, q)                                                            \
    {                                                                          \
        CALL(MASK, (FROM(p))), CALL(MASK, (FROM(q)))                           \
    }
#define CALL(F, arguments) F arguments

static const byte shift[8][32] = {
    SHIFT(0, 6),  SHIFT(1, 1), SHIFT(2, 3), SHIFT(3, 5),
    SHIFT(4, 11), SHIFT(5, 0), SHIFT(6, 2), SHIFT(11, 4),
};

/* AddRoundConstant's 16 j for each column j */
static const byte column[16] = {
    0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70,
    0x80, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0,
};

#include "permute.h"

/* vectors of the chaining value */
#define CHAINED 8

/*
 * Rows 0 to 7 of the block at p in the low halves, 7, 0, 1 to 6 in the high
 * ones; two columns lie in each 16 bytes there.
 */
static inline void load_rows(row m[8], const byte *p)
{
#define COLUMNS_TO_ROWS(k) _mm256_shuffle_epi8(load_twice(p + 16 * (k)), rows)
#define PAIR(k)                                                                \
    a = COLUMNS_TO_ROWS(2 * (k));                                              \
    b = COLUMNS_TO_ROWS(2 * (k) + 1);                                          \
    w[k] = _mm256_unpacklo_epi16(a, b);                                        \
    w[(k) + 4] = _mm256_unpackhi_epi16(a, b);
#define QUAD(k)                                                                \
    a = _mm256_unpacklo_epi32(w[k], w[(k) + 1]);                               \
    b = _mm256_unpacklo_epi32(w[(k) + 2], w[(k) + 3]);                         \
    m[k] = _mm256_unpacklo_epi64(a, b);                                        \
    m[(k) + 1] = _mm256_unpackhi_epi64(a, b);                                  \
    a = _mm256_unpackhi_epi32(w[k], w[(k) + 1]);                               \
    b = _mm256_unpackhi_epi32(w[(k) + 2], w[(k) + 3]);                         \
    m[(k) + 2] = _mm256_unpacklo_epi64(a, b);                                  \
    m[(k) + 3] = _mm256_unpackhi_epi64(a, b);
    const row rows =
        _mm256_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15,
                         7, 15, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14);
    row w[8], a, b;

    PAIR(0)
    PAIR(1)
    PAIR(2)
    PAIR(3)
    QUAD(0)
    QUAD(4)
#undef COLUMNS_TO_ROWS
#undef PAIR
#undef QUAD
}

/*
 * The low halves of h are the chaining value with P's first AddRoundConstant,
 * the high ones are Q's: so the message is all that a block has to add.
 */
static inline void start(row h[CHAINED], int bits)
{
#define INITIAL(k) h[k] = halves(zero, ff);
    const __m128i zero = _mm_setzero_si128(), ff = _mm_set1_epi8(-1);
    const __m128i c = low(load_twice(column));

    EACH_ROW(INITIAL)
    h[0] = halves(c, _mm_xor_si128(c, ff));
    h[6] = add(h[6],
               halves(_mm_slli_si128(_mm_cvtsi32_si128(bits >> 8), 15), zero));
    h[7] = add(h[7],
               halves(_mm_slli_si128(_mm_cvtsi32_si128(bits & 255), 15), zero));
#undef INITIAL
}

/* h = P(h + block) + Q(block) + h */
static inline void chain(row h[CHAINED], const byte *block)
{
#define FIRST(k) s[k] = add(s[k], h[k]);
#define SUM(k)                                                                 \
    h[k] = add(                                                                \
        h[k], halves(_mm_xor_si128(low(s[k]), high(s[((k) + 1) % 8])), zero));
    const __m128i zero = _mm_setzero_si128();
    row s[8];

    load_rows(s, block);
    EACH_ROW(FIRST)
    permute(s);
    EACH_ROW(SUM)
#undef FIRST
#undef SUM
}

/* Output transform to a digest of n bytes: P in the low halves */
static inline void finish(byte *out, int n, row h[CHAINED])
{
#define COPY(k) s[k] = h[k];
#define SUM(k) r[k] = _mm_xor_si128(low(h[k]), low(s[k]));
    row s[8];
    __m128i r[8];

    EACH_ROW(COPY)
    permute(s);
    EACH_ROW(SUM)
    r[0] = _mm_xor_si128(r[0], low(load_twice(column)));
    store_columns(out, n, r);
    _mm256_zeroupper(); /* gcc leaves it out with -O and -Os */
#undef COPY
#undef SUM
}
