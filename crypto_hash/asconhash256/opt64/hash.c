/* SPDX-License-Identifier: CC0-1.0 */

/* Ascon-Hash256 for 64-bit machines: five words in registers, and the S-box in
   22 operations on whole words. With the linear layer's 20 a round is 42, of
   which a machine with and-not has 5 less: at four a cycle 13.9 c/b. The chain
   is seven operations a round, 10.5 c/b. */

#include "api.h"
#include "bytes.h"
#include "crypto_hash.h"
#include "initial.h"

#define ROTATE(x, n) ((x) >> (n) | (x) << (64 - (n)))
#define MIXED(x, n, k) ((x) ^ ROTATE(x, n) ^ ROTATE(x, k))

#define ROUND(constant)                                                        \
    do {                                                                       \
        x2 ^= (constant);                                                      \
        x0 ^= x4;                                                              \
        x4 ^= x3;                                                              \
        x2 ^= x1;                                                              \
        y0 = x0 ^ (~x1 & x2);                                                  \
        y1 = x1 ^ (~x2 & x3);                                                  \
        y2 = x2 ^ (~x3 & x4);                                                  \
        y3 = x3 ^ (~x4 & x0);                                                  \
        y4 = x4 ^ (~x0 & x1);                                                  \
        y1 ^= y0;                                                              \
        y0 ^= y4;                                                              \
        y3 ^= y2;                                                              \
        y2 = ~y2;                                                              \
        x0 = MIXED(y0, 19, 28);                                                \
        x1 = MIXED(y1, 61, 39);                                                \
        x2 = MIXED(y2, 1, 6);                                                  \
        x3 = MIXED(y3, 10, 17);                                                \
        x4 = MIXED(y4, 7, 41);                                                 \
    } while (0)

#define PERMUTE()                                                              \
    do {                                                                       \
        ROUND(0xf0);                                                           \
        ROUND(0xe1);                                                           \
        ROUND(0xd2);                                                           \
        ROUND(0xc3);                                                           \
        ROUND(0xb4);                                                           \
        ROUND(0xa5);                                                           \
        ROUND(0x96);                                                           \
        ROUND(0x87);                                                           \
        ROUND(0x78);                                                           \
        ROUND(0x69);                                                           \
        ROUND(0x5a);                                                           \
        ROUND(0x4b);                                                           \
    } while (0)

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint64_t x0 = INITIAL0, x1 = INITIAL1, x2 = INITIAL2, x3 = INITIAL3;
    uint64_t x4 = INITIAL4, y0, y1, y2, y3, y4;

    for (; inlen >= RATE; inlen -= RATE) {
        x0 ^= load_le(in);
        PERMUTE();
        in += RATE;
    }
    x0 ^= last_block(in, (size_t)inlen);
    for (int i = 0; i < CRYPTO_BYTES; i += RATE) {
        PERMUTE();
        store_le(out + i, x0);
    }
    return 0;
}
