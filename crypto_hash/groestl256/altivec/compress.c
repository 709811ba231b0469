/* SPDX-License-Identifier: CC0-1.0 */
/* compress() and output(): the columns of P and of Q are permuted together. */
#include "groestl.h"
#include "permute_table.h"
#include <string.h>

typedef unsigned char byte;

/* ShiftBytes by p in P, by q in Q: byte k comes from k + p, from k + q */
#define HALF(h, s)                                                             \
    h + (s) % 8, h + ((s) + 1) % 8, h + ((s) + 2) % 8, h + ((s) + 3) % 8,      \
        h + ((s) + 4) % 8, h + ((s) + 5) % 8, h + ((s) + 6) % 8,               \
        h + ((s) + 7) % 8
#define SHIFT(p, q)                                                            \
    {                                                                          \
        HALF(0, p), HALF(8, q)                                                 \
    }

#define CONSTANTS(i) i, 16 ^ i, 32 ^ i, 48 ^ i, 64 ^ i, 80 ^ i, 96 ^ i, 112 ^ i
#define ROUND(i)                                                               \
    {CONSTANTS(i), EIGHT(0)}, { EIGHT(0), CONSTANTS(i) }

static const byte T[][16] __attribute__((aligned(16))) = {
    SHIFT(0, 1), SHIFT(1, 3), SHIFT(2, 5),
    SHIFT(3, 7), SHIFT(4, 0), SHIFT(5, 2),
    SHIFT(6, 4), SHIFT(7, 6), SLICED(KEY_P, KEY_Q),
    ROUND(0),    ROUND(1),    ROUND(2),
    ROUND(3),    ROUND(4),    ROUND(5),
    ROUND(6),    ROUND(7),    ROUND(8),
    ROUND(9),
};

void compress(byte h[BLOCK], const byte *in, uint64_t blocks)
{
    uint64_t x[2 * COLUMNS] __attribute__((aligned(16)));
    uint64_t c[COLUMNS];

    memcpy(c, h, BLOCK);
    for (; blocks; blocks--, in += BLOCK) {
        memcpy(x, in, BLOCK);
        for (int k = 0; k < COLUMNS; k++) {
            x[COLUMNS + k] = ~x[k];
            x[k] ^= c[k];
        }
        permute(x, T);
        for (int k = 0; k < COLUMNS; k++)
            c[k] ^= x[k] ^ ~x[COLUMNS + k];
    }
    memcpy(h, c, BLOCK);
}

void output(byte h[BLOCK])
{
    uint64_t x[2 * COLUMNS] __attribute__((aligned(16))) = {0};

    memcpy(x, h, BLOCK);
    permute(x, T);
    for (int k = 0; k < BLOCK; k++)
        h[k] ^= ((const byte *)x)[k];
}
