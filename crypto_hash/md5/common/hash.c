/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Padding and output of MD5 and its heirs: a bit 1, zeros, and the length in
 * bits, which fills the last two words of a block of sixteen. params.h says in
 * which order the bytes of a word are.
 */
#include "api.h"
#include "chain.h"
#include "crypto_hash.h"

#include <string.h>

enum { WORDS = CRYPTO_BYTES / 4, BLOCK = 64 };

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint32_t h[WORDS], high = (uint32_t)(inlen >> 29);
    uint32_t low = (uint32_t)(inlen << 3);
    unsigned char last[2 * BLOCK] = {0};
    unsigned rest = (unsigned)(inlen % BLOCK);
    unsigned size = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;

    memcpy(h, H0, sizeof h);
    if (inlen >= BLOCK)
        compress(h, in, inlen / BLOCK);
    if (rest > 0) /* else in may be null */
        memcpy(last, in + (inlen - rest), rest);
    last[rest] = 0x80;
    store(last + size - 8, PLACE(0) > 0 ? high : low);
    store(last + size - 4, PLACE(0) > 0 ? low : high);
    compress(h, last, size / BLOCK);
    for (unsigned i = 0; i < WORDS; ++i)
        store(out + 4 * i, h[i]);
    return 0;
}
