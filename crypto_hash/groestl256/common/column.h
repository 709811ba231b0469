/* SPDX-License-Identifier: CC0-1.0 */
/*
 * A column of the state as a 64-bit word, row 0 in the low byte: what the
 * implementations with tables share. ENTRYr(s) is what S(x) = s in row r adds
 * to its column in MixBytes, so {SBOX(ENTRYr)} is the table of SubBytes and
 * MixBytes in one.
 */
#include "groestl.h"
#include "sbox.h"

typedef unsigned char byte;

/* y = P's round i of x, and ~y = Q's round i of ~x; x and y are disjoint. */
#define round_p CRYPTO_NAMESPACE(round_p)
#define round_q CRYPTO_NAMESPACE(round_q)
void round_p(byte y[BLOCK], const byte x[BLOCK], unsigned i);
void round_q(byte y[BLOCK], const byte x[BLOCK], unsigned i);

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
