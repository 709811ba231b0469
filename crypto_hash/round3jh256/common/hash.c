/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Padding and output of JH, around the f8 of an implementation. The length
 * never shares a block with bytes of the message: the rest of the message, if
 * there is one, and the bit 1 make a block of their own before it.
 */
#include "api.h"
#include "crypto_hash.h"
#include "jh.h"
#include "params.h"
#include <string.h>

static void store64_be(uint8_t *p, uint64_t x)
{
    int i;

    for (i = 0; i < 8; i++)
        p[i] = (uint8_t)(x >> (56 - 8 * i));
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    jh_state h;
    uint8_t last[128] = {0};
    size_t blocks = (size_t)(inlen / 64), rest = inlen % 64;
    size_t padded = rest > 0 ? 2 : 1;

    memcpy(h.bytes, initial_value, sizeof h.bytes);
    if (blocks > 0)
        f8(&h, in, blocks);

    if (rest > 0)
        memcpy(last, in + 64 * blocks, rest);
    last[rest] = 0x80;
    last[64 * padded - 9] = (uint8_t)(inlen >> 61);
    store64_be(last + 64 * padded - 8, inlen << 3);
    f8(&h, last, padded);

    memcpy(out, h.bytes + 128 - CRYPTO_BYTES, CRYPTO_BYTES);
#ifdef __AVX__
    __builtin_ia32_vzeroupper(); /* gcc leaves it out with -O and -Os */
#endif
    return 0;
}
