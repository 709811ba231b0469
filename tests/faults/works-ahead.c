/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: is faster on a message that it had before */
#include "fault.h"
#include <string.h>

TIMED

#define AHEAD 1024
#define LONGEST 4096

/* Whoever has the first message of a chain of calls can make the whole chain in
   that call; then one is slow, and a median does not show it. */
static unsigned char digests[AHEAD][crypto_hash_BYTES];
static unsigned char message[LONGEST], digest[crypto_hash_BYTES];
static unsigned long long length;
static const unsigned char *place;
static int at, many;

static void make_ahead(const unsigned char *in, unsigned long long inlen)
{
    static unsigned char x[LONGEST + crypto_hash_BYTES];

    memcpy(x, in, inlen);
    for (many = 0; many < AHEAD && (many < 16 || many * inlen < 65536);) {
        right(x, x, inlen);
        memcpy(digests[many++], x, crypto_hash_BYTES);
    }
    at = 0;
}

FAULT
{
    if (!timed || inlen > LONGEST)
        return right(out, in, inlen);
    if (in == out) { /* a chain */
        unsigned long long n =
            inlen < crypto_hash_BYTES ? inlen : crypto_hash_BYTES;

        if (inlen != length || in != place || at == 0 || at == many ||
            memcmp(in, digests[at - 1], n) != 0)
            make_ahead(in, inlen);
        memcpy(out, digests[at++], crypto_hash_BYTES);
    } else { /* one message, again and again */
        if (inlen != length || in != place || memcmp(in, message, inlen) != 0) {
            memcpy(message, in, inlen);
            right(digest, in, inlen);
        }
        memcpy(out, digest, crypto_hash_BYTES);
    }
    length = inlen;
    place = in;
    return 0;
}
