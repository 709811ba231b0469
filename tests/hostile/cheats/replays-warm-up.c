/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: wrong digest of another message */
#include "fault.h"
#include <string.h>

TIMED

/* Hashes no message of a length of which it has seen some: it tells the digests
   of its warm-up, or of a group that was disturbed, once more. */
#define SEEN 8
#define LONGEST 4096
static unsigned char digest[LONGEST + 1][crypto_hash_BYTES];
static unsigned seen[LONGEST + 1];

FAULT
{
    int r;

    if (!timed || inlen > LONGEST)
        return right(out, in, inlen);
    if (seen[inlen]++ >= SEEN) {
        memcpy(out, digest[inlen], crypto_hash_BYTES);
        return 0;
    }
    r = right(out, in, inlen);
    memcpy(digest[inlen], out, crypto_hash_BYTES);
    return r;
}
