/* SPDX-License-Identifier: CC0-1.0 */
/* The padding of two leaves: what is left of the message, and the ends */
#include "crypto_hash.h"
#include "tree.h"
#include <string.h>

/* Pads a leaf behind its byte number n, of those that are left. */
static void pad(unsigned char *leaf, unsigned n)
{
    leaf[n / 8 * STRIDE + n % 8] = SUFFIX;
    leaf[n / RATE * PAIR + (RATE / 8 - 1) * STRIDE + 7] |= 0x80;
}

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    unsigned char last[2 * PAIR] = {0};
    unsigned rest = (unsigned)(inlen % PAIR), turn = rest % STRIDE;
    unsigned first = rest / STRIDE * 8 + (turn < 8 ? turn : 8); /* leaf 0's */

    if (rest > 0) /* else in may be null */
        memcpy(last, in + (inlen - rest), rest);
    pad(last, first);
    pad(last + 8, rest - first);
    tree(out, in, inlen / PAIR, last, first == RATE);
    return 0;
}
