/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE2sp and BLAKE2bp, without a key, by sections of "BLAKE2: simpler,
   smaller, fast as MD5" (8 February 2013): BLAKE2s and BLAKE2b are the same
   text, and blocks.h has the word, its constants and rotations. A node is
   hashed byte by byte. */

#include "api.h"
#include "blocks.h"
#include "crypto_hash.h"

/* 2.11: eight leaves of BLAKE2s, or four of BLAKE2b */
#define FANOUT (WORD_BITS == 32 ? 8 : 4)
#define DEPTH 2

/* 2.1: the initial value, as RFC 7693 writes it */

static const word IV[8] = {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7};

/* 2.3: permutations of the message; round 10 takes the first again */

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

static word rotate_right(word x, int n)
{
    return x >> n | x << (WORD_BITS - n);
}

static void G(word v[16], const word m[16], int r, int i, int a, int b, int c,
              int d)
{
    v[a] = v[a] + v[b] + m[sigma[r % 10][2 * i]];
    v[d] = rotate_right(v[d] ^ v[a], R1);
    v[c] = v[c] + v[d];
    v[b] = rotate_right(v[b] ^ v[c], R2);
    v[a] = v[a] + v[b] + m[sigma[r % 10][2 * i + 1]];
    v[d] = rotate_right(v[d] ^ v[a], R3);
    v[c] = v[c] + v[d];
    v[b] = rotate_right(v[b] ^ v[c], R4);
}

/* A node: its chaining value, its block and the bytes in it, the counter t of
   bytes, and whether it is the last one of its level */
struct node {
    word h[8];
    unsigned char block[BLOCK_BYTES];
    unsigned at;
    unsigned long long t;
    int last;
};

/* 2.4: compression; f0 and f1 are the finalization flags. */
static void compress_node(struct node *n, word f0, word f1)
{
    word v[16], m[16];

    for (int i = 0; i < 16; i++)
        m[i] = load_le(n->block + WORD_BYTES * i);
    for (int i = 0; i < 8; i++) {
        v[i] = n->h[i];
        v[i + 8] = IV[i];
    }
    v[12] = v[12] ^ (word)n->t;
    v[13] = v[13] ^ (word)(WORD_BITS == 32 ? n->t >> 32 : 0);
    v[14] = v[14] ^ f0;
    v[15] = v[15] ^ f1;

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

    for (int i = 0; i < 8; i++)
        n->h[i] = n->h[i] ^ v[i] ^ v[i + 8];
}

/* 2.8: the parameter block. The offset of a node is small, so a byte holds it;
   what is not set is 0: the key, the length of leaves (unlimited), salt and
   personalization. */
static void start(struct node *n, unsigned offset, unsigned depth, int last)
{
    const int s = WORD_BITS == 32; /* BLAKE2s */
    unsigned char p[8 * WORD_BYTES] = {CRYPTO_BYTES, 0, FANOUT, DEPTH};

    p[8] = (unsigned char)offset;
    p[s ? 14 : 16] = (unsigned char)depth;
    p[s ? 15 : 17] = CRYPTO_BYTES; /* inner hash length */

    for (int i = 0; i < 8; i++)
        n->h[i] = IV[i] ^ load_le(p + WORD_BYTES * i);
    n->at = 0;
    n->t = 0;
    n->last = last;
}

/* A full block waits for the next byte: it may be the last one. */
static void add_byte(struct node *n, unsigned char byte)
{
    if (n->at == BLOCK_BYTES) {
        compress_node(n, 0, 0);
        n->at = 0;
    }
    n->block[n->at++] = byte;
    n->t++;
}

static void finish(struct node *n, unsigned char out[CRYPTO_BYTES])
{
    while (n->at < BLOCK_BYTES)
        n->block[n->at++] = 0;
    compress_node(n, (word)-1, n->last ? (word)-1 : 0);
    for (int i = 0; i < 8; i++)
        store_le(out + WORD_BYTES * i, n->h[i]);
}

/* 2.11: leaf i takes the blocks i, i + FANOUT and so on; the root takes the
   chaining values of the leaves. */
int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    struct node leaf[FANOUT], root;
    unsigned char chaining[CRYPTO_BYTES];

    for (unsigned i = 0; i < FANOUT; i++)
        start(&leaf[i], i, 0, i == FANOUT - 1);
    for (unsigned long long i = 0; i < inlen; i++)
        add_byte(&leaf[i / BLOCK_BYTES % FANOUT], in[i]);

    start(&root, 0, 1, 1);
    for (unsigned i = 0; i < FANOUT; i++) {
        finish(&leaf[i], chaining);
        for (unsigned j = 0; j < CRYPTO_BYTES; j++)
            add_byte(&root, chaining[j]);
    }
    finish(&root, out);
    return 0;
}
