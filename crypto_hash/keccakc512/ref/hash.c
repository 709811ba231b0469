/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Keccak[r,c], as chapter 1 of "The Keccak reference", version 3.0 (the final
 * SHA-3 submission), defines it: the sponge with its padding. Numbers are the
 * sections of FIPS 202. In params.h, RATE is r / 8, and SUFFIX is 1, the first
 * bit of the padding; it has more bits where others append some to the message
 * before the padding, as SHA-3 (6.1) and SHAKE (6.2).
 */
#include "api.h"
#include "crypto_hash.h"
#include "keccak_f.h"
#include <stdint.h>

/* 5.1, pad10*1: a bit 1, as many bits 0 as it takes to end a block, a bit 1 */
static void add_padding(uint64_t a[5][5], unsigned first)
{
    add_byte(a, first, SUFFIX);
    add_byte(a, RATE - 1, 0x80);
}

/* 4, 5.2: blocks of r bits are added to the state, then taken from it. */
int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    uint64_t a[5][5] = {{0}};

    for (; inlen >= RATE; inlen -= RATE, in += RATE) {
        for (unsigned i = 0; i < RATE; ++i)
            add_byte(a, i, in[i]);
        keccak_f(a);
    }
    for (unsigned i = 0; i < inlen; ++i)
        add_byte(a, i, in[i]);
    add_padding(a, (unsigned)inlen);
    keccak_f(a);
    for (unsigned i = 0; i < CRYPTO_BYTES; ++i) {
        if (i > 0 && i % RATE == 0)
            keccak_f(a);
        out[i] = get_byte(a, i % RATE);
    }
    return 0;
}
