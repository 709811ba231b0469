/* SPDX-License-Identifier: CC0-1.0 */
/*
 * KT128 and KT256 as section 3 of RFC 9861 defines them, with an empty
 * customization C, and TurboSHAKE as section 2 does. S is
 * M || C || length_encode(|C|): the message and a byte 0.
 */
#include "api.h"
#include "crypto_hash.h"
#include "keccak_f.h"
#include <stdint.h>

/* A chaining value has as many bytes as the capacity. */
enum { CHUNK = 8192, CV = 200 - RATE };
enum { SINGLE = SUFFIX, INTERMEDIATE = 0x0b, FINAL = 6 };

/* TurboSHAKE while it absorbs, and where in its block the next byte goes */
struct node {
    uint64_t a[5][5];
    unsigned at;
};

static void absorb(struct node *node, unsigned char byte)
{
    if (node->at == RATE) {
        keccak_f(node->a);
        node->at = 0;
    }
    add_byte(node->a, node->at++, byte);
}

/* The byte D, as many bytes 0 as it takes to end a block, and the bit of 0x80;
   out has fewer bytes than a block. */
static void finish(struct node *node, unsigned char d, unsigned char *out,
                   unsigned length)
{
    absorb(node, d);
    add_byte(node->a, RATE - 1, 0x80);
    keccak_f(node->a);
    for (unsigned i = 0; i < length; ++i)
        out[i] = get_byte(node->a, i);
}

/* Byte i of S */
static unsigned char s(const unsigned char *m, unsigned long long length,
                       unsigned long long i)
{
    return i < length ? m[i] : 0;
}

/* length_encode(x): the bytes of x, the highest first, and their number */
static void absorb_length(struct node *node, unsigned long long x)
{
    unsigned n = 0;

    while (n < 8 && x >> 8 * n)
        ++n;
    for (unsigned i = n; i > 0; --i)
        absorb(node, (unsigned char)(x >> 8 * (i - 1)));
    absorb(node, (unsigned char)n);
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    struct node final = {{{0}}, 0};
    unsigned long long n = inlen / CHUNK + 1; /* chunks of S, of inlen + 1 */

    for (unsigned long long i = 0; i < CHUNK && i <= inlen; ++i)
        absorb(&final, s(in, inlen, i));
    if (n == 1) {
        finish(&final, SINGLE, out, CRYPTO_BYTES);
        return 0;
    }
    for (unsigned i = 0; i < 8; ++i)
        absorb(&final, i == 0 ? 3 : 0);
    for (unsigned long long j = 1; j < n; ++j) {
        struct node leaf = {{{0}}, 0};
        unsigned char cv[CV];

        for (unsigned long long i = CHUNK * j;
             i < CHUNK * (j + 1) && i <= inlen; ++i)
            absorb(&leaf, s(in, inlen, i));
        finish(&leaf, INTERMEDIATE, cv, CV);
        for (unsigned i = 0; i < CV; ++i)
            absorb(&final, cv[i]);
    }
    absorb_length(&final, n - 1);
    absorb(&final, 0xff);
    absorb(&final, 0xff);
    finish(&final, FINAL, out, CRYPTO_BYTES);
    return 0;
}
