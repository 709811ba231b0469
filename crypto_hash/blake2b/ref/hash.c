/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2 in the letters and the order of RFC 7693, without a key. BLAKE2b and
   BLAKE2s are the same text: blocks.h has the word, its constants and
   rotations. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"

/* 2.1: parameters */

#define bb BLOCK_BYTES
#define w WORD_BITS
#define nn CRYPTO_BYTES
#define kk 0

/* 2.6: initialization vector */

static const word IV[8] = {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7};

/* 2.7: message schedule; round 10 takes SIGMA[0] again, round 11 SIGMA[1] */

// clang-format off
static const unsigned char SIGMA[10][16] = {
    { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15},
    {14, 10,  4,  8,  9, 15, 13,  6,  1, 12,  0,  2, 11,  7,  5,  3},
    {11,  8, 12,  0,  5,  2, 15, 13, 10, 14,  3,  6,  7,  1,  9,  4},
    { 7,  9,  3,  1, 13, 12, 11, 14,  2,  6,  5, 10,  4,  0, 15,  8},
    { 9,  0,  5,  7,  2,  4, 10, 15, 14,  1, 11, 12,  6,  8,  3, 13},
    { 2, 12,  6, 10,  0, 11,  8,  3,  4, 13,  7,  5, 15, 14,  1,  9},
    {12,  5,  1, 15, 14, 13,  4, 10,  0,  7,  6,  3,  9,  2,  8, 11},
    {13, 11,  7, 14, 12,  1,  3,  9,  5,  0, 15,  4,  8,  6,  2, 10},
    { 6, 15, 14,  9, 11,  3,  0,  8, 12,  2, 13,  7,  1,  4, 10,  5},
    {10,  2,  8,  4,  7,  6,  1,  5, 15, 11,  9, 14,  3, 12, 13,  0},
};
// clang-format on

/* 3.1: mixing function */

static word rotate_right(word x, int n) { return x >> n | x << (w - n); }

static void G(word v[16], int a, int b, int c, int d, word x, word y)
{
    v[a] = v[a] + v[b] + x;
    v[d] = rotate_right(v[d] ^ v[a], R1);
    v[c] = v[c] + v[d];
    v[b] = rotate_right(v[b] ^ v[c], R2);
    v[a] = v[a] + v[b] + y;
    v[d] = rotate_right(v[d] ^ v[a], R3);
    v[c] = v[c] + v[d];
    v[b] = rotate_right(v[b] ^ v[c], R4);
}

/* 3.2: compression function; t is the number of bytes so far, f the flag of the
   last block */

static void F(word h[8], const word m[16], unsigned long long t, int f)
{
    word v[16];

    for (int i = 0; i < 8; i++)
        v[i] = h[i];
    for (int i = 0; i < 8; i++)
        v[i + 8] = IV[i];

    v[12] = v[12] ^ (word)t;                       /* low word of the offset */
    v[13] = v[13] ^ (word)(w == 32 ? t >> 32 : 0); /* high word; t < 2^64 */

    if (f)
        v[14] = ~v[14];

    for (int i = 0; i < ROUNDS; i++) {
        const unsigned char *const s = SIGMA[i % 10];

        G(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        G(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        G(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        G(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);

        G(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        G(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        G(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        G(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }

    for (int i = 0; i < 8; i++)
        h[i] = h[i] ^ v[i] ^ v[i + 8];
}

/* 3.3: padding the data and computing the hash */

/* Data block i: bytes of the message, then zeros. */
static void load(word d[16], const unsigned char *in, unsigned long long ll,
                 unsigned long long i)
{
    for (int j = 0; j < 16; j++) {
        unsigned char bytes[WORD_BYTES];

        for (int k = 0; k < WORD_BYTES; k++) {
            const unsigned long long at =
                i * bb + (unsigned)(j * WORD_BYTES + k);

            bytes[k] = at < ll ? in[at] : 0;
        }
        d[j] = load_le(bytes);
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long ll)
{
    /* one block even if there is no byte */
    const unsigned long long dd = ll == 0 ? 1 : (ll - 1) / bb + 1;
    word h[8], d[16];

    for (int i = 0; i < 8; i++)
        h[i] = IV[i];

    h[0] = h[0] ^ 0x01010000 ^ (kk << 8) ^ nn;

    for (unsigned long long i = 0; i < dd - 1; i++) {
        load(d, in, ll, i);
        F(h, d, (i + 1) * bb, 0);
    }

    load(d, in, ll, dd - 1);
    F(h, d, ll, 1);

    for (int i = 0; i < nn; i++)
        out[i] = (unsigned char)(h[i / WORD_BYTES] >> (8 * (i % WORD_BYTES)));
    return 0;
}
