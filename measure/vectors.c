/* SPDX-License-Identifier: CC0-1.0 */
/* SUPERCOP's messages, canaries and checksum; see vectors.h. */

#include "vectors.h"

#include <string.h>

struct generator messages = {"generate inputs for test vectors", 0};
struct generator canaries = {"generate pad to catch overwrites", 0};

static uint32_t load32_le(const unsigned char *x)
{
    return (uint32_t)x[0] | (uint32_t)x[1] << 8 | (uint32_t)x[2] << 16 |
           (uint32_t)x[3] << 24;
}

static void store32_le(unsigned char *x, uint32_t u)
{
    for (int i = 0; i < 4; ++i)
        x[i] = (unsigned char)(u >> 8 * i);
}

static uint32_t rotl(uint32_t x, int n) { return x << n | x >> (32 - n); }

static void quarterround(uint32_t x[16], int a, int b, int c, int d)
{
    x[b] ^= rotl(x[a] + x[d], 7);
    x[c] ^= rotl(x[b] + x[a], 9);
    x[d] ^= rotl(x[c] + x[b], 13);
    x[a] ^= rotl(x[d] + x[c], 18);
}

/* Salsa20/20 of a 16-byte input and a 32-byte key, words in a 4x4 matrix. */
static void core(unsigned char out[64], const unsigned char in[16],
                 const unsigned char key[32])
{
    static const unsigned char sigma[17] = "expand 32-byte k";
    uint32_t start[16], x[16];

    for (int i = 0; i < 4; ++i) {
        start[5 * i] = load32_le(sigma + 4 * i);
        start[1 + i] = load32_le(key + 4 * i);
        start[6 + i] = load32_le(in + 4 * i);
        start[11 + i] = load32_le(key + 16 + 4 * i);
    }
    memcpy(x, start, sizeof x);
    for (int i = 0; i < 20; i += 2) {
        for (int j = 0; j < 4; ++j) /* columns */
            quarterround(x, 5 * j, (5 * j + 4) % 16, (5 * j + 8) % 16,
                         (5 * j + 12) % 16);
        for (int j = 0; j < 4; ++j) /* rows */
            quarterround(x, 5 * j, 4 * j + (j + 1) % 4, 4 * j + (j + 2) % 4,
                         4 * j + (j + 3) % 4);
    }
    for (int i = 0; i < 16; ++i)
        store32_le(out + 4 * i, x[i] + start[i]);
}

static void count_le(unsigned char x[8], uint64_t n)
{
    for (int i = 0; i < 8; ++i)
        x[i] = (unsigned char)(n >> 8 * i);
}

void generate(struct generator *g, unsigned char *x, size_t n)
{
    unsigned char in[16], block[64];

    count_le(in, g->nonce++);
    for (uint64_t i = 0; n > 0; ++i) {
        size_t part = n < sizeof block ? n : sizeof block;
        count_le(in + 8, i);
        core(block, in, (const unsigned char *)g->key);
        memcpy(x, block, part);
        x += part;
        n -= part;
    }
}

uint64_t generate_number(struct generator *g)
{
    unsigned char x[8];

    generate(g, x, sizeof x);
    return (uint64_t)load32_le(x + 4) << 32 | load32_le(x);
}

void checksum(unsigned char state[64], const unsigned char *x, size_t n)
{
    unsigned char key[32], block[16] = {0};

    for (; n >= 16; x += 16, n -= 16) {
        memcpy(key, state, sizeof key);
        core(state, x, key);
    }
    memcpy(block, x, n);
    block[n] = 1;
    memcpy(key, state, sizeof key);
    key[0] ^= 1;
    core(state, block, key);
}

void chain_start(unsigned seed, unsigned char *x, size_t mlen)
{
    struct generator g = messages;

    g.nonce = seed;
    generate(&g, x, mlen);
}

unsigned chain_most(size_t mlen)
{
    unsigned calls = 1024;

    while (calls > 16 && calls * mlen > 65536)
        calls /= 2;
    return calls;
}

void pattern(unsigned char *x, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        x[i] = (unsigned char)(167 * i + 13);
}
