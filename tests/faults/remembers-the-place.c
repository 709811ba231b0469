/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: wrong digest of another message */
#include "fault.h"
#include <string.h>

/* Looks at no message that lies where the last eight of its length lay. */
static const unsigned char *place;
static unsigned char digest[crypto_hash_BYTES];
static unsigned long long length;
static int times;

FAULT
{
    int r;

    times = in == place && inlen == length ? times + 1 : 0;
    place = in;
    length = inlen;
    if (times > 8) {
        memcpy(out, digest, sizeof digest);
        return 0;
    }
    r = right(out, in, inlen);
    memcpy(digest, out, sizeof digest);
    return r;
}
