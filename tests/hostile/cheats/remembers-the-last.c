/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
/* gains: nothing, for no message comes twice */
#include "fault.h"
#include <string.h>

/* Right for every message, and fast for the one that was hashed last. */
static unsigned char message[4096], digest[crypto_hash_BYTES];
static unsigned long long length = ~0ull;

FAULT
{
    int r;

    if (inlen == length && !memcmp(in, message, inlen)) {
        memcpy(out, digest, sizeof digest);
        return 0;
    }
    length = inlen <= sizeof message ? inlen : ~0ull;
    if (length == inlen)
        memcpy(message, in, inlen);
    r = right(out, in, inlen);
    memcpy(digest, out, sizeof digest);
    return r;
}
