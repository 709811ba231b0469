/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: is faster on a message that it had before */
#include "fault.h"
#include <string.h>

/* As remembers-apart, but where a call takes hardly longer than to look. */
static const unsigned char *place;
static unsigned char digest[crypto_hash_BYTES];
static unsigned long long length;
static int times;

FAULT
{
    int r;

    times = inlen < 100 && in == place && inlen == length && in != out
                ? times + 1
                : 0;
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
