/* SPDX-License-Identifier: CC0-1.0 */

/* All 72 rounds of Skein-256 unrolled: which words a MIX takes, and which words
   of the key and the tweak a subkey takes, is known when compiling. blocks.c
   says what OPERAND is, the type of the latter. */

#include "crypto_hash.h"
#include "skein.h"

#define ROTATE_LEFT(x, n) ((x) << (n) | (x) >> (64 - (n)))

#define MIX(x, y, n) (x += y, y = ROTATE_LEFT(y, n) ^ x)

#define FOUR(r00, r01, r10, r11, r20, r21, r30, r31)                           \
    MIX(v0, v1, r00), MIX(v2, v3, r01), MIX(v0, v3, r10), MIX(v2, v1, r11),    \
        MIX(v0, v1, r20), MIX(v2, v3, r21), MIX(v0, v3, r30), MIX(v2, v1, r31)

#define SUBKEY(s)                                                              \
    (v0 += k[(s) % 5], v1 += k[((s) + 1) % 5] + t[(s) % 3],                    \
     v2 += k[((s) + 2) % 5] + t[((s) + 1) % 3], v3 += k[((s) + 3) % 5] + (s))

#define EIGHT(s)                                                               \
    (SUBKEY(s), FOUR(14, 16, 52, 57, 23, 40, 5, 37), SUBKEY((s) + 1),          \
     FOUR(25, 33, 46, 12, 58, 22, 32, 32))

void skein_blocks(uint64_t g[4], const unsigned char *in, uint64_t n,
                  uint64_t t0, uint64_t t1)
{
    OPERAND k[5] = {g[0], g[1], g[2], g[3]}, t[3] = {t0, t1, t0 ^ t1};

    do {
        uint64_t v0 = load64_le(in), v1 = load64_le(in + 8),
                 v2 = load64_le(in + 16), v3 = load64_le(in + 24);

        k[4] = 0x1bd11bdaa9fc1a22 ^ k[0] ^ k[1] ^ k[2] ^ k[3];

        EIGHT(0);
        EIGHT(2);
        EIGHT(4);
        EIGHT(6);
        EIGHT(8);
        EIGHT(10);
        EIGHT(12);
        EIGHT(14);
        EIGHT(16);
        SUBKEY(18);

        k[0] = v0 ^ load64_le(in);
        k[1] = v1 ^ load64_le(in + 8);
        k[2] = v2 ^ load64_le(in + 16);
        k[3] = v3 ^ load64_le(in + 24);
        t[0] += BLOCK_BYTES;
        t[1] &= ~FIRST;
        t[2] = t[0] ^ t[1];
        in += BLOCK_BYTES;
    } while (--n > 0);

    for (int i = 0; i < 4; i++)
        g[i] = k[i];
}
