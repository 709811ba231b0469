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
#include "column.h"

static const uint64_t T[8][256] = {
    {SBOX(ENTRY0)}, {SBOX(ENTRY1)}, {SBOX(ENTRY2)}, {SBOX(ENTRY3)},
    {SBOX(ENTRY4)}, {SBOX(ENTRY5)}, {SBOX(ENTRY6)}, {SBOX(ENTRY7)},
};

static const int shift_p[8] = {SHIFTS_P}, shift_q[8] = {SHIFTS_Q};

/* The byte of row r that ShiftBytes brings to column j, in either way */
#define FROM(shift, j, r) (((j) + shift[r]) % COLUMNS)
#define REGISTER(shift, j, r) ((byte)(w[FROM(shift, j, r)] >> 8 * (r)))
#define MEMORY(shift, j, r) x[8 * FROM(shift, j, r) + (r)]

/*
 * Column j of the next state. Of the round constants only one byte changes from
 * column to column, and c0 or c7 is added to it here: in row 0 for P, in row 7
 * for Q. The 0xff that Q adds to every byte is the ~ before its column: the
 * state is kept complemented.
 */
#define COLUMN(shift, j, c0, c7)                                               \
    (T[0][REGISTER(shift, j, 0) ^ (c0)] ^ T[1][REGISTER(shift, j, 1)] ^        \
     T[2][MEMORY(shift, j, 2)] ^ T[3][MEMORY(shift, j, 3)] ^                   \
     T[4][MEMORY(shift, j, 4)] ^ T[5][MEMORY(shift, j, 5)] ^                   \
     T[6][REGISTER(shift, j, 6)] ^ T[7][REGISTER(shift, j, 7) ^ (c7)])
#define CONSTANT(shift, j, r) ((unsigned)(16 * FROM(shift, j, r)) ^ i)

#define LOAD(j) w[j] = load64_le(x + 8 * (j));

void round_p(byte y[BLOCK], const byte x[BLOCK], unsigned i)
{
#define STORE(j)                                                               \
    store64_le(y + 8 * (j), COLUMN(shift_p, j, CONSTANT(shift_p, j, 0), 0));
    uint64_t w[COLUMNS];

    EACH_COLUMN(LOAD)
    EACH_COLUMN(STORE)
#undef STORE
}

void round_q(byte y[BLOCK], const byte x[BLOCK], unsigned i)
{
#define STORE(j)                                                               \
    store64_le(y + 8 * (j), ~COLUMN(shift_q, j, 0, CONSTANT(shift_q, j, 7)));
    uint64_t w[COLUMNS];

    EACH_COLUMN(LOAD)
    EACH_COLUMN(STORE)
#undef STORE
}
