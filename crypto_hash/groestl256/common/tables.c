/* SPDX-License-Identifier: CC0-1.0 */
/*
 * compress() and output() for assembly that has all rounds of P and of Q, and
 * the table of SubBytes and MixBytes for it. A column is two words of 32 bits
 * as they lie in memory, so in the table row 0 comes first on every machine.
 */
#include "column.h"
#include "groestl.h"
#include <string.h>

/* x[0] = P(x[0]) or Q(x[0]); x[1] is for the rounds' use. */
#define permute_p CRYPTO_NAMESPACE(permute_p)
#define permute_q CRYPTO_NAMESPACE(permute_q)
void permute_p(uint64_t x[2][COLUMNS], const uint64_t t[4][256]);
void permute_q(uint64_t x[2][COLUMNS], const uint64_t t[4][256]);

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTE(w, k) ((w) >> 8 * (k)&255) << (56 - 8 * (k))
#define ROW0_FIRST(w)                                                          \
    (BYTE(w, 0) | BYTE(w, 1) | BYTE(w, 2) | BYTE(w, 3) | BYTE(w, 4) |          \
     BYTE(w, 5) | BYTE(w, 6) | BYTE(w, 7))
#else
#define ROW0_FIRST(w) (w)
#endif

#define FIRST0(s) ROW0_FIRST(ENTRY0(s))
#define FIRST1(s) ROW0_FIRST(ENTRY1(s))
#define FIRST2(s) ROW0_FIRST(ENTRY2(s))
#define FIRST3(s) ROW0_FIRST(ENTRY3(s))

static const uint64_t T[4][256] = {
    {SBOX(FIRST0)},
    {SBOX(FIRST1)},
    {SBOX(FIRST2)},
    {SBOX(FIRST3)},
};

void compress(byte h[BLOCK], const byte *in, uint64_t blocks)
{
    uint64_t p[2][COLUMNS], q[2][COLUMNS], c[COLUMNS];

    memcpy(c, h, BLOCK);
    for (; blocks; blocks--, in += BLOCK) {
        memcpy(q[0], in, BLOCK);
        for (int k = 0; k < COLUMNS; k++)
            p[0][k] = c[k] ^ q[0][k];
        permute_p(p, T);
        permute_q(q, T);
        for (int k = 0; k < COLUMNS; k++)
            c[k] ^= p[0][k] ^ q[0][k];
    }
    memcpy(h, c, BLOCK);
}

void output(byte h[BLOCK])
{
    uint64_t p[2][COLUMNS];

    memcpy(p[0], h, BLOCK);
    permute_p(p, T);
    for (int k = 0; k < COLUMNS; k++) {
        uint64_t c;

        memcpy(&c, h + 8 * k, 8);
        c ^= p[0][k];
        memcpy(h + 8 * k, &c, 8);
    }
}
