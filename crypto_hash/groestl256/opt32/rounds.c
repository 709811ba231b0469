/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Grøstl by table lookups for 32-bit machines: T[r][x] is what a byte x in row
 * r adds to its column, SubBytes and MixBytes at once, as two 32-bit halves.
 *
 * MixBytes is circulant, so a byte four rows further down adds the same with
 * the halves swapped, which between registers of 32 bits costs nothing: four
 * tables do for eight rows, 8 KB, half of the smallest usual first-level cache.
 * There are not registers enough to keep the state in; all bytes are selected
 * where it lies in memory. That makes three loads for each of the 16 * COLUMNS
 * lookups of a round of P and Q: a byte and two halves. The halves are written
 * as one uint64_t, because machines that have 64-bit loads after all (x86 with
 * SSE2, ARM's ldrd) then use them and need two; the others lose nothing.
 */
#include "column.h"

static const uint64_t T[4][256] = {
    {SBOX(ENTRY0)},
    {SBOX(ENTRY1)},
    {SBOX(ENTRY2)},
    {SBOX(ENTRY3)},
};

static const int shift_p[8] = {SHIFTS_P}, shift_q[8] = {SHIFTS_Q};

/* The byte of row r that ShiftBytes brings to column j */
#define FROM(shift, j, r) (((j) + shift[r]) % COLUMNS)
#define BYTE(shift, j, r) x[8 * FROM(shift, j, r) + (r)]

static inline uint64_t swap_halves(uint64_t w) { return w << 32 | w >> 32; }

/*
 * Column j of the next state. Of the round constants only one byte changes from
 * column to column, and c0 or c7 is added to it here: in row 0 for P, in row 7
 * for Q. The 0xff that Q adds to every byte is the ~ before its column: the
 * state is kept complemented.
 */
#define COLUMN(shift, j, c0, c7)                                               \
    (T[0][BYTE(shift, j, 0) ^ (c0)] ^ T[1][BYTE(shift, j, 1)] ^                \
     T[2][BYTE(shift, j, 2)] ^ T[3][BYTE(shift, j, 3)] ^                       \
     swap_halves(T[0][BYTE(shift, j, 4)] ^ T[1][BYTE(shift, j, 5)] ^           \
                 T[2][BYTE(shift, j, 6)] ^ T[3][BYTE(shift, j, 7) ^ (c7)]))
#define CONSTANT(shift, j, r) ((unsigned)(16 * FROM(shift, j, r)) ^ i)

void round_p(byte y[BLOCK], const byte x[BLOCK], unsigned i)
{
#define STORE(j)                                                               \
    store64_le(y + 8 * (j), COLUMN(shift_p, j, CONSTANT(shift_p, j, 0), 0));
    EACH_COLUMN(STORE)
#undef STORE
}

void round_q(byte y[BLOCK], const byte x[BLOCK], unsigned i)
{
#define STORE(j)                                                               \
    store64_le(y + 8 * (j), ~COLUMN(shift_q, j, 0, CONSTANT(shift_q, j, 7)));
    EACH_COLUMN(STORE)
#undef STORE
}
