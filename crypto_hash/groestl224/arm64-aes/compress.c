/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl-224 and Grøstl-256 on 64-bit ARM, P and Q in one: register k holds row
 * k of P's state in its low half and row k+7 of Q's in its high one, so that
 * the constants that change with the column and the round meet in register 0.
 *
 * A round is 8 times AESE and a look-up of 16 bytes, 28 additions and 16
 * doublings and additions of 5 operations: 124, of 4 where SHA-3's bcax is:
 * 108. At two vector operations a cycle, as on a Cortex-A76, 62 cycles a round
 * and 9.7 a byte are the floor; at four, as on an Apple M1 with bcax, 4.2.
 */
#include "mixbytes.h"

#include "groestl.h"

/* Row j in the low half and row j+4 in the high one, for j from 0 to 3 */
typedef uint8x16x4_t rows;

/* Where each byte comes from: from p and q columns further on, through AESE */
#define HALF(h, s)                                                             \
    UNSHIFTED(h + (s) % 8), UNSHIFTED(h + (1 + (s)) % 8),                      \
        UNSHIFTED(h + (2 + (s)) % 8), UNSHIFTED(h + (3 + (s)) % 8),            \
        UNSHIFTED(h + (4 + (s)) % 8), UNSHIFTED(h + (5 + (s)) % 8),            \
        UNSHIFTED(h + (6 + (s)) % 8), UNSHIFTED(h + (7 + (s)) % 8)
#define SHIFT(p, q)                                                            \
    {                                                                          \
        HALF(0, p), HALF(8, q)                                                 \
    }

static const byte shift[8][16] = {
    SHIFT(0, 6), SHIFT(1, 1), SHIFT(2, 3), SHIFT(3, 5),
    SHIFT(4, 7), SHIFT(5, 0), SHIFT(6, 2), SHIFT(7, 4),
};

/* AddRoundConstant of the first round, for register 0 and for each other */
static const byte first[16] = {
    0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70,
    0xff, 0xef, 0xdf, 0xcf, 0xbf, 0xaf, 0x9f, 0x8f,
};
static const byte other[16] = {[8] = 0xff, 0xff, 0xff, 0xff,
                               0xff,       0xff, 0xff, 0xff};

static inline row low_low(row a, row b)
{
    return vreinterpretq_u8_u64(
        vzip1q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
}

static inline row high_high(row a, row b)
{
    return vreinterpretq_u8_u64(
        vzip2q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)));
}

static inline row low_high(row a, row b)
{
    return vcombine_u8(vget_low_u8(a), vget_high_u8(b));
}

static inline void permute(row s[8])
{
    row key = load(first), rest = load(other);

    for (unsigned i = 0; i < ROUNDS; i++) {
        const row round = vdupq_n_u8((byte)i);

#define SUB(k) s[k] = sub(s[k], k ? rest : add(key, round), shift[k]);
        EACH_ROW(SUB)
#undef SUB
        mix_bytes(s);
    }
}

/* The rows of 64 bytes at p, which are columns. */
static inline rows load_rows(const byte *p)
{
    static const byte even_odd[16] = {0, 2, 4, 6, 8, 10, 12, 14,
                                      1, 3, 5, 7, 9, 11, 13, 15};
    rows a = vld4q_u8(p);

    for (int j = 0; j < 4; j++)
        a.val[j] = vqtbl1q_u8(a.val[j], load(even_odd));
    return a;
}

static inline void store_rows(byte *p, rows a)
{
    static const byte in_turns[16] = {0, 8,  1, 9,  2, 10, 3, 11,
                                      4, 12, 5, 13, 6, 14, 7, 15};

    for (int j = 0; j < 4; j++)
        a.val[j] = vqtbl1q_u8(a.val[j], load(in_turns));
    vst4q_u8(p, a);
}

void compress(byte h[BLOCK], const byte *in, uint64_t blocks)
{
    rows v = load_rows(h);

    for (; blocks; blocks--, in += BLOCK) {
        rows m = load_rows(in), p;
        row s[8];

        for (int j = 0; j < 4; j++)
            p.val[j] = add(v.val[j], m.val[j]);
        s[0] = low_high(p.val[0], m.val[3]);
        s[4] = vextq_u8(p.val[0], m.val[3], 8);
        for (int j = 1; j < 4; j++) {
            s[j] = low_low(p.val[j], m.val[j - 1]);
            s[j + 4] = high_high(p.val[j], m.val[j - 1]);
        }
        permute(s);
        for (int j = 0; j < 4; j++) {
            v.val[j] = add(v.val[j], low_low(s[j], s[j + 4]));
            v.val[j] = add(v.val[j], high_high(s[j + 1], s[(j + 5) % 8]));
        }
    }
    store_rows(h, v);
}

void output(byte h[BLOCK])
{
    rows v = load_rows(h);
    row s[8];

    for (int j = 0; j < 4; j++) {
        s[j] = v.val[j];
        s[j + 4] = high_high(v.val[j], v.val[j]);
    }
    permute(s);
    for (int j = 0; j < 4; j++)
        v.val[j] = add(v.val[j], low_low(s[j], s[j + 4]));
    store_rows(h, v);
}
