/* SPDX-License-Identifier: CC0-1.0 */

/* BLAKE3 in the letters and the order of section 2 of "BLAKE3: one function,
   fast everywhere", 2020: the hash mode with 32 bytes of output. */

#include "blocks.h"
#include "crypto_hash.h"

/* 2.2: compression function */

static const word IV[8] = {IV0, IV1, IV2, IV3, IV4, IV5, IV6, IV7};

/* table 2 */
static const unsigned char permutation[16] = {2, 6,  3,  10, 7, 0,  4,  13,
                                              1, 11, 12, 5,  9, 14, 15, 8};

static word rotate_right(word x, int n) { return x >> n | x << (32 - n); }

static void G(word v[16], int a, int b, int c, int d, word m0, word m1)
{
    v[a] = v[a] + v[b] + m0;
    v[d] = rotate_right(v[d] ^ v[a], R1);
    v[c] = v[c] + v[d];
    v[b] = rotate_right(v[b] ^ v[c], R2);
    v[a] = v[a] + v[b] + m1;
    v[d] = rotate_right(v[d] ^ v[a], R3);
    v[c] = v[c] + v[d];
    v[b] = rotate_right(v[b] ^ v[c], R4);
}

static void keyed_round(word v[16], const word m[16])
{
    G(v, 0, 4, 8, 12, m[0], m[1]);
    G(v, 1, 5, 9, 13, m[2], m[3]);
    G(v, 2, 6, 10, 14, m[4], m[5]);
    G(v, 3, 7, 11, 15, m[6], m[7]);
    G(v, 0, 5, 10, 15, m[8], m[9]);
    G(v, 1, 6, 11, 12, m[10], m[11]);
    G(v, 2, 7, 8, 13, m[12], m[13]);
    G(v, 3, 4, 9, 14, m[14], m[15]);
}

/* The first eight words of the result replace h: all that a chaining value, or
   an output of 32 bytes, takes. t is the counter, b the number of bytes in the
   block, d the flags. */
static void compress(word h[8], const word block[16], uint64_t t, word b,
                     word d)
{
    word v[16] = {h[0], h[1],  h[2],  h[3],  h[4],  h[5],    h[6],
                  h[7], IV[0], IV[1], IV[2], IV[3], (word)t, (word)(t >> 32),
                  b,    d};
    word m[16], permuted[16];

    for (int i = 0; i < 16; i++)
        m[i] = block[i];
    for (int r = 0; r < ROUNDS; r++) {
        keyed_round(v, m);
        for (int i = 0; i < 16; i++)
            permuted[i] = m[permutation[i]];
        for (int i = 0; i < 16; i++)
            m[i] = permuted[i];
    }

    for (int i = 0; i < 8; i++)
        h[i] = v[i] ^ v[i + 8];
}

/* 2.4: chunk chaining values, of the chunk t of the message; flags is ROOT if
   it is the only one */

static void chunk(word h[8], const unsigned char *in, unsigned long long inlen,
                  uint64_t t, word flags)
{
    const unsigned long long blocks =
        inlen == 0 ? 1 : (inlen - 1) / BLOCK_BYTES + 1;

    for (int i = 0; i < 8; i++)
        h[i] = IV[i];
    for (unsigned long long i = 0; i < blocks; i++) {
        const unsigned long long left = inlen - i * BLOCK_BYTES;
        const word b = left < BLOCK_BYTES ? (word)left : BLOCK_BYTES;
        unsigned char block[BLOCK_BYTES] = {0};
        word m[16], d = 0;

        for (word k = 0; k < b; k++)
            block[k] = in[i * BLOCK_BYTES + k];
        for (int k = 0; k < 16; k++)
            m[k] = load_le(block + k * WORD_BYTES);
        if (i == 0)
            d |= CHUNK_START;
        if (i == blocks - 1)
            d |= CHUNK_END | flags;
        compress(h, m, t, b, d);
    }
}

/* 2.1 and 2.5: the tree. A left subtree is as large as it can be: a power of
   two chunks, with at least one byte on its right. The recursion is as deep as
   the tree, at most 54. */
static void tree(word h[8], const unsigned char *in, unsigned long long inlen,
                 uint64_t t, word flags)
{
    if (inlen <= CHUNK_BYTES) {
        chunk(h, in, inlen, t, flags);
    } else {
        unsigned long long left = CHUNK_BYTES;
        word children[16];

        while (left < inlen - left)
            left *= 2;
        tree(children, in, left, t, 0);
        tree(children + 8, in + left, inlen - left, t + left / CHUNK_BYTES, 0);
        for (int i = 0; i < 8; i++)
            h[i] = IV[i];
        compress(h, children, 0, BLOCK_BYTES, PARENT | flags);
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    word h[8];

    tree(h, in, inlen, 0, ROOT);
    for (int i = 0; i < 8; i++)
        store_le(out + i * WORD_BYTES, h[i]);
    return 0;
}
