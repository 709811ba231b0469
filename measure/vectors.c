/* SPDX-License-Identifier: CC0-1.0 */
/* SUPERCOP's messages, canaries and checksum; see vectors.h. */

#include "vectors.h"

#include <string.h>

struct generator messages = {"generate inputs for test vectors", 0};
struct generator canaries = {"generate pad to catch overwrites", 0};

/* Written out: tests make 50,000 blocks for a program, and few options of
   compilers unroll loops over words that lie in arrays. */

static inline uint32_t load32_le(const unsigned char *x)
{
    return (uint32_t)x[0] | (uint32_t)x[1] << 8 | (uint32_t)x[2] << 16 |
           (uint32_t)x[3] << 24;
}

static inline void store32_le(unsigned char *x, uint32_t u)
{
    x[0] = (unsigned char)u;
    x[1] = (unsigned char)(u >> 8);
    x[2] = (unsigned char)(u >> 16);
    x[3] = (unsigned char)(u >> 24);
}

#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))

#define QUARTERROUND(a, b, c, d)                                               \
    b ^= ROTL(a + d, 7);                                                       \
    c ^= ROTL(b + a, 9);                                                       \
    d ^= ROTL(c + b, 13);                                                      \
    a ^= ROTL(d + c, 18)

/* Salsa20/20 of a 16-byte input and a 32-byte key, words in a 4x4 matrix. */
static void core(unsigned char out[64], const unsigned char in[16],
                 const unsigned char key[32])
{
    static const unsigned char sigma[17] = "expand 32-byte k";
    uint32_t start[16];
    uint32_t x0, x1, x2, x3, x4, x5, x6, x7;
    uint32_t x8, x9, x10, x11, x12, x13, x14, x15;

    for (int i = 0; i < 4; ++i) {
        start[5 * i] = load32_le(sigma + 4 * i);
        start[1 + i] = load32_le(key + 4 * i);
        start[6 + i] = load32_le(in + 4 * i);
        start[11 + i] = load32_le(key + 16 + 4 * i);
    }
    x0 = start[0], x1 = start[1], x2 = start[2], x3 = start[3];
    x4 = start[4], x5 = start[5], x6 = start[6], x7 = start[7];
    x8 = start[8], x9 = start[9], x10 = start[10], x11 = start[11];
    x12 = start[12], x13 = start[13], x14 = start[14], x15 = start[15];
    for (int i = 0; i < 20; i += 2) {
        QUARTERROUND(x0, x4, x8, x12); /* columns */
        QUARTERROUND(x5, x9, x13, x1);
        QUARTERROUND(x10, x14, x2, x6);
        QUARTERROUND(x15, x3, x7, x11);
        QUARTERROUND(x0, x1, x2, x3); /* rows */
        QUARTERROUND(x5, x6, x7, x4);
        QUARTERROUND(x10, x11, x8, x9);
        QUARTERROUND(x15, x12, x13, x14);
    }
    start[0] += x0, start[1] += x1, start[2] += x2, start[3] += x3;
    start[4] += x4, start[5] += x5, start[6] += x6, start[7] += x7;
    start[8] += x8, start[9] += x9, start[10] += x10, start[11] += x11;
    start[12] += x12, start[13] += x13, start[14] += x14, start[15] += x15;
    for (int i = 0; i < 16; ++i)
        store32_le(out + 4 * i, start[i]);
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

#define PERIOD 256 /* of the pattern, for 167 is odd */

void pattern(unsigned char *x, size_t n)
{
    size_t done = n < PERIOD ? n : PERIOD;

    for (size_t i = 0; i < done; ++i)
        x[i] = (unsigned char)(167 * i + 13);
    while (done < n) { /* whole periods are there, as often again */
        size_t more = n - done < done ? n - done : done;

        memcpy(x + done, x, more);
        done += more;
    }
}
