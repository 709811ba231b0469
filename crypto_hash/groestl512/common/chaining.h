/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl-384 and Grøstl-512, a row of P's state or of Q's in a register. The
 * two permutations take turns by rounds, so that one fills the gaps of the
 * other.
 *
 * Such a round of both is 16 byte shuffles and S-boxes, 56 additions and 32
 * doublings and additions of 4 operations: with AES-NI 218 in all, or 55 cycles
 * on a machine with four vector units.
 */
#include "mixbytes.h"
#include "params.h"
#include "store_columns.h"
#include "sub.h"

/* vectors of the chaining value */
#define CHAINED 8

/* ShiftBytes by s: byte k comes from k + s */
#define FROM(s)                                                                \
    (s) % 16, ((s) + 1) % 16, ((s) + 2) % 16, ((s) + 3) % 16, ((s) + 4) % 16,  \
        ((s) + 5) % 16, ((s) + 6) % 16, ((s) + 7) % 16, ((s) + 8) % 16,        \
        ((s) + 9) % 16, ((s) + 10) % 16, ((s) + 11) % 16, ((s) + 12) % 16,     \
        ((s) + 13) % 16, ((s) + 14) % 16, ((s) + 15) % 16
#define SHIFT(s) CALL(MASK, (FROM(s)))
#define CALL(F, arguments) F arguments

static const byte shift_p[8][16] = {
    SHIFT(0), SHIFT(1), SHIFT(2), SHIFT(3),
    SHIFT(4), SHIFT(5), SHIFT(6), SHIFT(11),
};
static const byte shift_q[8][16] = {
    SHIFT(1), SHIFT(3), SHIFT(5), SHIFT(11),
    SHIFT(0), SHIFT(2), SHIFT(4), SHIFT(6),
};

/* AddRoundConstant's 16 j for each column j */
static const byte column[16] = {
    0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70,
    0x80, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0,
};

/* All of a round but the AddRoundConstant before it */
static inline void round_of(row s[8], const byte shift[8][16], row key)
{
#define SUB(k) s[k] = sub(s[k], load(shift[k]), key);
    EACH_ROW(SUB)
#undef SUB
    mix_bytes(s);
}

/* P and Q but the AddRoundConstant of the first round */
static inline void permute(row p[8], row q[8])
{
    row c = load(column);

    for (int i = 1; i < ROUNDS; i++) {
        c = _mm_add_epi8(c, every(1));
        round_of(p, shift_p, every(OFFSET));
        p[0] = add(p[0], c);
        round_of(q, shift_q, every(OFFSET ^ COMPLEMENT));
        q[7] = add(q[7], c);
    }
    round_of(p, shift_p, every(OFFSET));
    round_of(q, shift_q, every(OFFSET));
}

static inline void permute_p(row p[8])
{
    row c = load(column);

    for (int i = 1; i < ROUNDS; i++) {
        c = _mm_add_epi8(c, every(1));
        round_of(p, shift_p, every(OFFSET));
        p[0] = add(p[0], c);
    }
    round_of(p, shift_p, every(OFFSET));
}

/* The rows of the block at p; two columns lie in each 16 bytes there. */
static inline void load_rows(row m[8], const byte *p)
{
#define COLUMNS_TO_ROWS(k) _mm_shuffle_epi8(load(p + 16 * (k)), rows)
#define PAIR(k)                                                                \
    a = COLUMNS_TO_ROWS(2 * (k));                                              \
    b = COLUMNS_TO_ROWS(2 * (k) + 1);                                          \
    w[k] = _mm_unpacklo_epi16(a, b);                                           \
    w[(k) + 4] = _mm_unpackhi_epi16(a, b);
#define QUAD(k)                                                                \
    a = _mm_unpacklo_epi32(w[k], w[(k) + 1]);                                  \
    b = _mm_unpacklo_epi32(w[(k) + 2], w[(k) + 3]);                            \
    m[k] = _mm_unpacklo_epi64(a, b);                                           \
    m[(k) + 1] = _mm_unpackhi_epi64(a, b);                                     \
    a = _mm_unpackhi_epi32(w[k], w[(k) + 1]);                                  \
    b = _mm_unpackhi_epi32(w[(k) + 2], w[(k) + 3]);                            \
    m[(k) + 2] = _mm_unpacklo_epi64(a, b);                                     \
    m[(k) + 3] = _mm_unpackhi_epi64(a, b);
    const row rows =
        _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    row w[8], a, b;

    PAIR(0) PAIR(1) PAIR(2) PAIR(3) QUAD(0) QUAD(4)
#undef COLUMNS_TO_ROWS
#undef PAIR
#undef QUAD
}

/* The chaining value, with P's first AddRoundConstant */
static inline void start(row h[CHAINED], int bits)
{
#define CLEAR(k) h[k] = _mm_setzero_si128();
    EACH_ROW(CLEAR)
    h[0] = load(column);
    h[6] = _mm_slli_si128(_mm_cvtsi32_si128(bits >> 8), 15);
    h[7] = _mm_slli_si128(_mm_cvtsi32_si128(bits & 255), 15);
#undef CLEAR
}

/* h = P(h + block) + Q(block) + h */
static inline void chain(row h[CHAINED], const byte *block)
{
#define FIRST(k)                                                               \
    p[k] = add(q[k], h[k]);                                                    \
    q[k] = add(q[k], every(0xff));
#define SUM(k) h[k] = add(h[k], add(p[k], q[k]));
    row q[8], p[8];

    load_rows(q, block);
    EACH_ROW(FIRST)
    q[7] = add(q[7], load(column));
    permute(p, q);
    EACH_ROW(SUM)
#undef FIRST
#undef SUM
}

/* Output transform to a digest of n bytes */
static inline void finish(byte *out, int n, row h[CHAINED])
{
#define COPY(k) p[k] = h[k];
#define SUM(k) h[k] = add(h[k], p[k]);
    row p[8];

    EACH_ROW(COPY)
    permute_p(p);
    EACH_ROW(SUM)
    h[0] = add(h[0], load(column));
    store_columns(out, n, h);
#undef COPY
#undef SUM
}
