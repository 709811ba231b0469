/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: is faster on a message that it had before */
#include "fault.h"
#include <string.h>

TIMED

#define AHEAD 1024
#define LENGTHS 8
#define LONGEST 4096

/* As works-ahead, but while the message is new: a chain of calls that began
   with the same message would be ready before anybody looks. */
static struct ahead {
    unsigned char message[LONGEST];
    unsigned char digests[AHEAD][crypto_hash_BYTES];
    unsigned long long length;
    int at, many;
} all[LENGTHS];
static int lengths;

static struct ahead *made(const unsigned char *in, unsigned long long inlen)
{
    static unsigned char x[LONGEST + crypto_hash_BYTES];
    struct ahead *a = 0;

    for (int i = 0; i < lengths && !a; ++i)
        if (all[i].length == inlen)
            a = &all[i];
    if (a || lengths == LENGTHS)
        return a;
    a = &all[lengths++];
    a->length = inlen;
    memcpy(a->message, in, inlen);
    memcpy(x, in, inlen);
    while (a->many < AHEAD && (a->many < 16 || a->many * inlen < 65536)) {
        right(x, x, inlen);
        memcpy(a->digests[a->many++], x, crypto_hash_BYTES);
    }
    return a;
}

FAULT
{
    unsigned long long n =
        inlen < crypto_hash_BYTES ? inlen : crypto_hash_BYTES;
    struct ahead *a = timed && inlen <= LONGEST ? made(in, inlen) : 0;

    if (!a)
        return right(out, in, inlen);
    if (memcmp(in, a->message, inlen) == 0)
        a->at = 0;
    else if (in != out || a->at == a->many ||
             memcmp(in, a->digests[a->at - 1], n) != 0)
        return right(out, in, inlen);
    memcpy(out, a->digests[a->at++], crypto_hash_BYTES);
    return 0;
}
