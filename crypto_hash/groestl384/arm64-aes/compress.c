/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl-384 and Grøstl-512 on 64-bit ARM: a row of 16 columns fills a
 * register. P and Q take turns round by round; what does not fit into 32
 * registers is spilt.
 *
 * A round of one of them is 124 operations as for Grøstl-256, 108 where SHA-3's
 * bcax is. At two vector operations a cycle, as on a Cortex-A76, 1736 cycles a
 * block and 13.6 a byte are the floor; at four, as on an Apple M1 with
 * bcax, 5.9.
 */
#include "mixbytes.h"

#include "groestl.h"

/* Where each byte comes from: from s columns further on, through AESE */
#define FROM(i, s) UNSHIFTED(((i) + (s)) % 16)
#define SHIFT(s)                                                               \
    [s] = {FROM(0, s),  FROM(1, s),  FROM(2, s),  FROM(3, s),                  \
           FROM(4, s),  FROM(5, s),  FROM(6, s),  FROM(7, s),                  \
           FROM(8, s),  FROM(9, s),  FROM(10, s), FROM(11, s),                 \
           FROM(12, s), FROM(13, s), FROM(14, s), FROM(15, s)}

static const byte shift[12][16] = {
    SHIFT(0), SHIFT(1), SHIFT(2), SHIFT(3),
    SHIFT(4), SHIFT(5), SHIFT(6), SHIFT(11),
};

/* 16 j for each column j */
static const byte column[16] = {0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70,
                                0x80, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0};

static inline void round_p(row s[8], row constant)
{
    const row none = vdupq_n_u8(0);

    s[0] = sub(s[0], constant, shift[0]);
    s[1] = sub(s[1], none, shift[1]);
    s[2] = sub(s[2], none, shift[2]);
    s[3] = sub(s[3], none, shift[3]);
    s[4] = sub(s[4], none, shift[4]);
    s[5] = sub(s[5], none, shift[5]);
    s[6] = sub(s[6], none, shift[6]);
    s[7] = sub(s[7], none, shift[11]);
    mix_bytes(s);
}

static inline void round_q(row s[8], row constant)
{
    const row all = vdupq_n_u8(0xff);

    s[0] = sub(s[0], all, shift[1]);
    s[1] = sub(s[1], all, shift[3]);
    s[2] = sub(s[2], all, shift[5]);
    s[3] = sub(s[3], all, shift[11]);
    s[4] = sub(s[4], all, shift[0]);
    s[5] = sub(s[5], all, shift[2]);
    s[6] = sub(s[6], all, shift[4]);
    s[7] = sub(s[7], vmvnq_u8(constant), shift[6]);
    mix_bytes(s);
}

static inline row constant(unsigned i)
{
    return add(load(column), vdupq_n_u8((byte)i));
}

/* The rows of 128 bytes at p, which are columns. */
static inline void load_rows(row m[8], const byte *p)
{
    const uint8x16x4_t low = vld4q_u8(p), high = vld4q_u8(p + 64);

    for (int j = 0; j < 4; j++) {
        m[j] = vuzp1q_u8(low.val[j], high.val[j]);
        m[j + 4] = vuzp2q_u8(low.val[j], high.val[j]);
    }
}

static inline void store_rows(byte *p, const row m[8])
{
    uint8x16x4_t low, high;

    for (int j = 0; j < 4; j++) {
        low.val[j] = vzip1q_u8(m[j], m[j + 4]);
        high.val[j] = vzip2q_u8(m[j], m[j + 4]);
    }
    vst4q_u8(p, low);
    vst4q_u8(p + 64, high);
}

void compress(byte h[BLOCK], const byte *in, uint64_t blocks)
{
    row v[8], p[8], q[8];

    load_rows(v, h);
    for (; blocks; blocks--, in += BLOCK) {
        load_rows(q, in);
        for (int k = 0; k < 8; k++)
            p[k] = add(v[k], q[k]);
        for (unsigned i = 0; i < ROUNDS; i++) {
            round_p(p, constant(i));
            round_q(q, constant(i));
        }
        for (int k = 0; k < 8; k++)
            v[k] = add(v[k], add(p[k], q[k]));
    }
    store_rows(h, v);
}

void output(byte h[BLOCK])
{
    row v[8], p[8];

    load_rows(v, h);
    for (int k = 0; k < 8; k++)
        p[k] = v[k];
    for (unsigned i = 0; i < ROUNDS; i++)
        round_p(p, constant(i));
    for (int k = 0; k < 8; k++)
        v[k] = add(v[k], p[k]);
    store_rows(h, v);
}
