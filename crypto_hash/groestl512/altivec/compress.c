/* SPDX-License-Identifier: CC0-1.0 */
/* compress() and output(): P, then Q. */
#include "groestl.h"
#include "permute_table.h"
#include <string.h>

typedef unsigned char byte;

/* ShiftBytes by s: byte k comes from k + s */
#define SHIFT(s)                                                               \
    {                                                                          \
        (s) % 16, ((s) + 1) % 16, ((s) + 2) % 16, ((s) + 3) % 16,              \
            ((s) + 4) % 16, ((s) + 5) % 16, ((s) + 6) % 16, ((s) + 7) % 16,    \
            ((s) + 8) % 16, ((s) + 9) % 16, ((s) + 10) % 16, ((s) + 11) % 16,  \
            ((s) + 12) % 16, ((s) + 13) % 16, ((s) + 14) % 16, ((s) + 15) % 16 \
    }

#define CONSTANTS(i)                                                           \
    {                                                                          \
        i, 16 ^ i, 32 ^ i, 48 ^ i, 64 ^ i, 80 ^ i, 96 ^ i, 112 ^ i, 128 ^ i,   \
            144 ^ i, 160 ^ i, 176 ^ i, 192 ^ i, 208 ^ i, 224 ^ i, 240 ^ i      \
    }
#define NONE                                                                   \
    {                                                                          \
        EIGHT(0), EIGHT(0)                                                     \
    }
#define ROUND_P(i) CONSTANTS(i), NONE
#define ROUND_Q(i) NONE, CONSTANTS(i)
#define EACH_ROUND(F)                                                          \
    F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7), F(8), F(9), F(10), F(11),  \
        F(12), F(13)

static const byte P[][16] __attribute__((aligned(16))) = {
    SHIFT(0),
    SHIFT(1),
    SHIFT(2),
    SHIFT(3),
    SHIFT(4),
    SHIFT(5),
    SHIFT(6),
    SHIFT(11),
    SLICED(KEY_P, KEY_P),
    EACH_ROUND(ROUND_P),
};
static const byte Q[][16] __attribute__((aligned(16))) = {
    SHIFT(1),
    SHIFT(3),
    SHIFT(5),
    SHIFT(11),
    SHIFT(0),
    SHIFT(2),
    SHIFT(4),
    SHIFT(6),
    SLICED(KEY_Q, KEY_Q),
    EACH_ROUND(ROUND_Q),
};

void compress(byte h[BLOCK], const byte *in, uint64_t blocks)
{
    uint64_t p[COLUMNS] __attribute__((aligned(16)));
    uint64_t q[COLUMNS] __attribute__((aligned(16)));
    uint64_t c[COLUMNS];

    memcpy(c, h, BLOCK);
    for (; blocks; blocks--, in += BLOCK) {
        memcpy(q, in, BLOCK);
        for (int k = 0; k < COLUMNS; k++) {
            p[k] = c[k] ^ q[k];
            q[k] = ~q[k];
        }
        permute(p, P);
        permute(q, Q);
        for (int k = 0; k < COLUMNS; k++)
            c[k] ^= p[k] ^ ~q[k];
    }
    memcpy(h, c, BLOCK);
}

void output(byte h[BLOCK])
{
    uint64_t p[COLUMNS] __attribute__((aligned(16)));

    memcpy(p, h, BLOCK);
    permute(p, P);
    for (int k = 0; k < BLOCK; k++)
        h[k] ^= ((const byte *)p)[k];
}
