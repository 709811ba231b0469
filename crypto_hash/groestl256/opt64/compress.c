/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl by table lookups, a column of the state in a 64-bit word, row 0 in its
 * low byte. T[r][x] is what a byte x in row r adds to its column: SubBytes and
 * MixBytes at once. So a column of the next state is the xor of eight entries,
 * and ShiftBytes is in the choice of the eight bytes that select them. (The
 * method is that of the AES with tables; see "Grøstl - a SHA-3 candidate" on
 * implementations for 64-bit processors.)
 *
 * Eight tables take 16 KB of the first-level cache; a single one would need
 * seven rotations per column. The lookups alone are 8 * COLUMNS loads per round
 * of P and as many of Q. To fetch the selecting bytes from memory as well
 * doubles the loads, to cut them all out of words in registers takes a shift
 * and a mask each; either is a bottleneck. Half of each balances the two.
 */
#include "groestl.h"
#include "sbox.h"

typedef unsigned char byte;

/* 2s and 4s in the field of the AES, where x^8 = x^4 + x^3 + x + 1 */
#define TWICE(s) ((s) << 1 ^ ((s) >> 7) * 0x11b)
#define FOUR(s) ((s) << 2 ^ ((s) >> 6 & 1) * 0x11b ^ ((s) >> 7) * 0x236)

/* row 0 of MixBytes' column: 02 07 05 03 05 04 03 02, as sums of 1, 2 and 4 */
#define ROTATE(w, r) ((w) << 8 * (r) | (w) >> (64 - 8 * (r)) % 64)
#define ENTRY(s, r)                                                            \
    (ROTATE(UINT64_C(0x0001000101010100), r) * (s) ^                           \
     ROTATE(UINT64_C(0x0101000001000101), r) * TWICE(s) ^                      \
     ROTATE(UINT64_C(0x0000010100010100), r) * FOUR(s))
#define ENTRY0(s) ENTRY(s, 0)
#define ENTRY1(s) ENTRY(s, 1)
#define ENTRY2(s) ENTRY(s, 2)
#define ENTRY3(s) ENTRY(s, 3)
#define ENTRY4(s) ENTRY(s, 4)
#define ENTRY5(s) ENTRY(s, 5)
#define ENTRY6(s) ENTRY(s, 6)
#define ENTRY7(s) ENTRY(s, 7)

static const uint64_t T[8][256] = {
    {SBOX(ENTRY0)}, {SBOX(ENTRY1)}, {SBOX(ENTRY2)}, {SBOX(ENTRY3)},
    {SBOX(ENTRY4)}, {SBOX(ENTRY5)}, {SBOX(ENTRY6)}, {SBOX(ENTRY7)},
};

static inline uint64_t load64_le(const byte *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
           (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
           (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline void store64_le(byte *p, uint64_t w)
{
    p[0] = (byte)w;
    p[1] = (byte)(w >> 8);
    p[2] = (byte)(w >> 16);
    p[3] = (byte)(w >> 24);
    p[4] = (byte)(w >> 32);
    p[5] = (byte)(w >> 40);
    p[6] = (byte)(w >> 48);
    p[7] = (byte)(w >> 56);
}

static const int shift_p[8] = {SHIFTS_P}, shift_q[8] = {SHIFTS_Q};

/* The byte of row r that ShiftBytes brings to column j, in either way */
#define FROM(shift, j, r) (((j) + shift[r]) % COLUMNS)
#define REGISTER(shift, j, r) (w[FROM(shift, j, r)] >> 8 * (r)&0xff)
#define MEMORY(shift, j, r) x[8 * FROM(shift, j, r) + (r)]

/*
 * Column j of the next state. Of the round constants only one byte changes from
 * column to column, and c0 or c7 is added to it here: in row 0 for P, in row 7
 * for Q. The 0xff that Q adds to every byte is left to its callers' ~.
 */
#define COLUMN(shift, j, c0, c7)                                               \
    (T[0][REGISTER(shift, j, 0) ^ (c0)] ^ T[1][REGISTER(shift, j, 1)] ^        \
     T[2][MEMORY(shift, j, 2)] ^ T[3][MEMORY(shift, j, 3)] ^                   \
     T[4][MEMORY(shift, j, 4)] ^ T[5][MEMORY(shift, j, 5)] ^                   \
     T[6][REGISTER(shift, j, 6)] ^ T[7][REGISTER(shift, j, 7) ^ (c7)])
#define CONSTANT(shift, j, r) ((unsigned)(16 * FROM(shift, j, r)) ^ i)

#define LOAD(j) w[j] = load64_le(x + 8 * (j));

/* y = round i of P of x */
static void round_p(byte y[BLOCK], const byte x[BLOCK], unsigned i)
{
#define STORE(j)                                                               \
    store64_le(y + 8 * (j), COLUMN(shift_p, j, CONSTANT(shift_p, j, 0), 0));
    uint64_t w[COLUMNS];

    EACH_COLUMN(LOAD)
    EACH_COLUMN(STORE)
#undef STORE
}

/* ~y = round i of Q of ~x */
static void round_q(byte y[BLOCK], const byte x[BLOCK], unsigned i)
{
#define STORE(j)                                                               \
    store64_le(y + 8 * (j), ~COLUMN(shift_q, j, 0, CONSTANT(shift_q, j, 7)));
    uint64_t w[COLUMNS];

    EACH_COLUMN(LOAD)
    EACH_COLUMN(STORE)
#undef STORE
}

void compress(byte h[BLOCK], const byte *in, uint64_t blocks)
{
    byte p[2][BLOCK], q[2][BLOCK];

    for (; blocks; blocks--, in += BLOCK) {
        for (int k = 0; k < BLOCK; k += 8) {
            uint64_t m = load64_le(in + k);

            store64_le(p[0] + k, load64_le(h + k) ^ m);
            store64_le(q[0] + k, ~m);
        }
        /* P and Q take turns: while one waits for its state, the other runs. */
        for (unsigned i = 0; i < ROUNDS; i += 2) {
            round_p(p[1], p[0], i);
            round_q(q[1], q[0], i);
            round_p(p[0], p[1], i + 1);
            round_q(q[0], q[1], i + 1);
        }
        for (int k = 0; k < BLOCK; k += 8)
            store64_le(h + k, load64_le(h + k) ^ load64_le(p[0] + k) ^
                                  ~load64_le(q[0] + k));
    }
}

void output(byte h[BLOCK])
{
    byte p[2][BLOCK];

    round_p(p[0], h, 0);
    for (unsigned i = 1; i < ROUNDS - 1; i += 2) {
        round_p(p[1], p[0], i);
        round_p(p[0], p[1], i + 1);
    }
    round_p(p[1], p[0], ROUNDS - 1);
    for (int k = 0; k < BLOCK; k += 8)
        store64_le(h + k, load64_le(h + k) ^ load64_le(p[1] + k));
}
