/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Padding and output of JH, and F_8 around the e8 of an implementation. The
 * length never shares a block with bytes of the message, hence an empty block
 * or the rest of the message goes before it in each case but one: a
 * message of whole blocks takes the bit 1 and the length in one block.
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

static void f8(jh_state *h, const uint8_t block[64])
{
    uint64_t m[8];
    int i;

    memcpy(m, block, sizeof m);
    for (i = 0; i < 8; i++)
        h->words[i] ^= m[i];
    e8(h);
    for (i = 0; i < 8; i++)
        h->words[i + 8] ^= m[i];
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    jh_state h;
    uint8_t block[64] = {0};
    unsigned long long left = inlen;

    memcpy(h.bytes, initial_value, sizeof h.bytes);
    for (; left >= 64; left -= 64) {
        f8(&h, in);
        in += 64;
    }
    if (left > 0) {
        memcpy(block, in, (size_t)left);
        block[left] = 0x80;
        f8(&h, block);
        memset(block, 0, sizeof block);
    } else {
        block[0] = 0x80;
    }
    block[55] = (uint8_t)(inlen >> 61);
    store64_be(block + 56, inlen << 3);
    f8(&h, block);

    memcpy(out, h.bytes + 128 - CRYPTO_BYTES, CRYPTO_BYTES);
    return 0;
}
