/* SPDX-License-Identifier: CC0-1.0 */
/*
 * A tree of Keccak[r=1088,c=512] as section 7.2 of "Sufficient conditions for
 * sound tree and sequential hashing modes" (ePrint 2009/210) has it, with
 * height 1, leaf interleaving, B = 64 bits and D = 2 leaves: the leaves take
 * the message's blocks of B bits in turns. The input of a leaf ends with a bit
 * 0. That of the final node is the chaining values of both, C = c = 512 bits
 * each, B as a number of 32 bits, five bits 0, which stand for this layout, and
 * a bit
 * 1. Within a byte the first bit is the lowest.
 */
#include "api.h"
#include "crypto_hash.h"
#include "keccak_f.h"
#include <stdint.h>

enum { B = 64, C = 512, D = 2 };

/* A sponge, and where in its block the next byte goes */
struct node {
    uint64_t a[5][5];
    unsigned at;
};

static void absorb(struct node *node, unsigned char byte)
{
    add_byte(node->a, node->at, byte);
    if (++node->at == RATE) {
        keccak_f(node->a);
        node->at = 0;
    }
}

/* The last bits of a node's input, the first bit of the padding above them in
   the same byte, and the end of the padding */
static void finish(struct node *node, unsigned char bits)
{
    add_byte(node->a, node->at, bits);
    add_byte(node->a, RATE - 1, 0x80);
    keccak_f(node->a);
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    struct node leaf[D] = {{{{0}}, 0}}, final = {{{0}}, 0};

    for (unsigned long long i = 0; i < inlen; ++i)
        absorb(&leaf[i / (B / 8) % D], in[i]);
    for (int j = 0; j < D; ++j) {
        finish(&leaf[j], SUFFIX);
        for (unsigned i = 0; i < C / 8; ++i)
            absorb(&final, get_byte(leaf[j].a, i));
    }
    for (int i = 0; i < 32; i += 8)
        absorb(&final, (unsigned char)(B >> i));
    finish(&final, 1 << 5 | 1 << 6);
    for (unsigned i = 0; i < CRYPTO_BYTES; ++i)
        out[i] = get_byte(final.a, i);
    return 0;
}
