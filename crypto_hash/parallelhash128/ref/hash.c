/* SPDX-License-Identifier: CC0-1.0 */
/*
 * ParallelHash128 and ParallelHash256 as SP 800-185 defines them, in its order,
 * with blocks of B = 8192 bytes and an empty customization S. RATE of params.h
 * tells them apart; strings are absorbed byte by byte.
 */
#include "api.h"
#include "crypto_hash.h"
#include "keccak_f.h"
#include <stdint.h>

/* The inner functions' output has as many bytes as the capacity. */
enum { B = 8192, INNER = 200 - RATE };

/* cSHAKE while it absorbs, and where in its block the next byte goes */
struct sponge {
    uint64_t a[5][5];
    unsigned at;
};

static void absorb(struct sponge *s, unsigned char byte)
{
    if (s->at == RATE) {
        keccak_f(s->a);
        s->at = 0;
    }
    add_byte(s->a, s->at++, byte);
}

/* The bits that end the input (suffix), and the padding; out has fewer bytes
   than a block. */
static void finish(struct sponge *s, unsigned char suffix, unsigned char *out,
                   unsigned length)
{
    absorb(s, suffix);
    add_byte(s->a, RATE - 1, 0x80);
    keccak_f(s->a);
    for (unsigned i = 0; i < length; ++i)
        out[i] = get_byte(s->a, i);
}

/* 2.3.1: the bytes of x, one at least, the highest first; before or behind them
   their number */
static unsigned bytes_of(unsigned long long x)
{
    unsigned n = 1;

    while (n < 8 && x >> 8 * n)
        ++n;
    return n;
}

static void absorb_bytes(struct sponge *s, unsigned long long x)
{
    for (unsigned i = bytes_of(x); i > 0; --i)
        absorb(s, (unsigned char)(x >> 8 * (i - 1)));
}

static void left_encode(struct sponge *s, unsigned long long x)
{
    absorb(s, (unsigned char)bytes_of(x));
    absorb_bytes(s, x);
}

static void right_encode(struct sponge *s, unsigned long long x)
{
    absorb_bytes(s, x);
    absorb(s, (unsigned char)bytes_of(x));
}

/* 2.3.2 */
static void encode_string(struct sponge *s, const char *text, unsigned length)
{
    left_encode(s, 8 * length);
    for (unsigned i = 0; i < length; ++i)
        absorb(s, (unsigned char)text[i]);
}

/* 3.3: cSHAKE with the name N begins with bytepad(encode_string(N) ||
   encode_string(S), RATE); with neither it is SHAKE. */
static void begin(struct sponge *s)
{
    left_encode(s, RATE);
    encode_string(s, "ParallelHash", 12);
    encode_string(s, "", 0);
    s->at = RATE;
}

/* 6.3 */
int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    const unsigned long long n = inlen / B + (inlen % B > 0);
    struct sponge z = {{{0}}, 0};

    begin(&z);
    left_encode(&z, B);
    for (unsigned long long i = 0; i < n; ++i) {
        struct sponge inner = {{{0}}, 0};
        unsigned char value[INNER];

        for (unsigned long long j = i * B; j < (i + 1) * B && j < inlen; ++j)
            absorb(&inner, in[j]);
        finish(&inner, 0x1f, value, INNER); /* SHAKE: 1111 and padding */
        for (unsigned j = 0; j < INNER; ++j)
            absorb(&z, value[j]);
    }
    right_encode(&z, n);
    right_encode(&z, 8 * CRYPTO_BYTES);
    finish(&z, SUFFIX, out, CRYPTO_BYTES);
    return 0;
}
