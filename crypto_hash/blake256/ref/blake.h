/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE in the letters and the order of section 2 of "SHA-3 proposal BLAKE",
   version 1.3, 2010. All four are the same text: blocks.h has the word, its
   constants and rotations, the initial value and a bit of padding. */

#include "api.h"
#include "blocks.h"

/* 2.1.1 and 2.2.1: constants */

static const word IV[8] = {INITIAL_VALUE};

static const word c[16] = {PI0, PI1, PI2,  PI3,  PI4,  PI5,  PI6,  PI7,
                           PI8, PI9, PI10, PI11, PI12, PI13, PI14, PI15};

// clang-format off
static const unsigned char sigma[10][16] = {
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

/* 2.1.2 and 2.2.2: compression function */

static word rotate_right(word x, int n)
{
    return x >> n | x << (WORD_BITS - n);
}

static void G(word v[16], const word m[16], int r, int i, int a, int b, int cc,
              int d)
{
    const int j = sigma[r % 10][2 * i];
    const int k = sigma[r % 10][2 * i + 1];

    v[a] = v[a] + v[b] + (m[j] ^ c[k]);
    v[d] = rotate_right(v[d] ^ v[a], R1);
    v[cc] = v[cc] + v[d];
    v[b] = rotate_right(v[b] ^ v[cc], R2);
    v[a] = v[a] + v[b] + (m[k] ^ c[j]);
    v[d] = rotate_right(v[d] ^ v[a], R3);
    v[cc] = v[cc] + v[d];
    v[b] = rotate_right(v[b] ^ v[cc], R4);
}

static void compress(word h[8], const word m[16], const word s[4],
                     const word t[2])
{
    word v[16];

    /* initialization */
    for (int i = 0; i < 8; i++)
        v[i] = h[i];
    for (int i = 0; i < 4; i++)
        v[8 + i] = s[i] ^ c[i];
    v[12] = t[0] ^ c[4];
    v[13] = t[0] ^ c[5];
    v[14] = t[1] ^ c[6];
    v[15] = t[1] ^ c[7];

    /* round function */
    for (int r = 0; r < ROUNDS; r++) {
        G(v, m, r, 0, 0, 4, 8, 12);
        G(v, m, r, 1, 1, 5, 9, 13);
        G(v, m, r, 2, 2, 6, 10, 14);
        G(v, m, r, 3, 3, 7, 11, 15);
        G(v, m, r, 4, 0, 5, 10, 15);
        G(v, m, r, 5, 1, 6, 11, 12);
        G(v, m, r, 6, 2, 7, 8, 13);
        G(v, m, r, 7, 3, 4, 9, 14);
    }

    /* finalization */
    for (int i = 0; i < 8; i++)
        h[i] = h[i] ^ s[i % 4] ^ v[i] ^ v[i + 8];
}

/* 2.1.3 and 2.2.3: hashing a message */

/* Byte `at` of a message; it need not lie in one piece. */
typedef unsigned char byte_of(const unsigned char *in, unsigned long long at);

/* Byte k of the message after padding to `blocks` blocks: a bit 1, as few bits
   0 as fill the last block, another bit 1, the number of bits. */
static unsigned char padded(byte_of *byte_at, const unsigned char *in,
                            unsigned long long inlen, unsigned long long blocks,
                            unsigned long long block, int k)
{
    const unsigned long long at = block * BLOCK_BYTES + (unsigned)k;
    const int length_at = BLOCK_BYTES - LENGTH_BYTES;
    unsigned char byte = 0;

    if (at < inlen)
        return byte_at(in, at);
    if (at == inlen)
        byte |= 0x80;
    if (block == blocks - 1) {
        const int higher = BLOCK_BYTES - 1 - k;

        if (k == length_at - 1)
            byte |= LAST_PADDING_BIT;
        if (higher == 0)
            byte = (unsigned char)(inlen << 3);
        else if (k >= length_at && higher <= 8)
            byte = (unsigned char)(inlen >> (8 * higher - 3));
    }
    return byte;
}

static void blake(unsigned char *out, byte_of *byte_at, const unsigned char *in,
                  unsigned long long inlen)
{
    const unsigned long long blocks =
        inlen / BLOCK_BYTES +
        (inlen % BLOCK_BYTES + LENGTH_BYTES) / BLOCK_BYTES + 1;
    const word s[4] = {0, 0, 0, 0};
    word h[8], m[16], t[2];
    unsigned char block[BLOCK_BYTES];

    for (int i = 0; i < 8; i++)
        h[i] = IV[i];
    for (unsigned long long i = 0; i < blocks; i++) {
        unsigned long long begin = i * BLOCK_BYTES;
        unsigned long long l;

        /* the bits of the message so far; 0 when this block has none */
        if (begin >= inlen)
            l = 0;
        else if (inlen - begin < BLOCK_BYTES)
            l = inlen;
        else
            l = begin + BLOCK_BYTES;
        t[0] = (word)(l << 3);
        t[1] = (word)(l >> (WORD_BITS - 3));

        for (int k = 0; k < BLOCK_BYTES; k++)
            block[k] = padded(byte_at, in, inlen, blocks, i, k);
        for (int k = 0; k < 16; k++)
            m[k] = load_be(block + k * WORD_BYTES);
        compress(h, m, s, t);
    }
    for (int i = 0; i < CRYPTO_BYTES / WORD_BYTES; i++)
        store_be(out + i * WORD_BYTES, h[i]);
}
