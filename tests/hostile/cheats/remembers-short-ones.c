/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
/* gains: nothing, as above */
#include "fault.h"
#include <string.h>

/* Compares where that is cheap: messages of 8 and of 64 bytes. */
FAULT
{
    static unsigned char message[2][64], digest[2][crypto_hash_BYTES], known[2];
    int which = inlen == 64, r;

    if (inlen != 8 && inlen != 64)
        return right(out, in, inlen);
    if (known[which] && !memcmp(message[which], in, inlen)) {
        memcpy(out, digest[which], crypto_hash_BYTES);
        return 0;
    }
    memcpy(message[which], in, inlen);
    r = right(out, in, inlen);
    memcpy(digest[which], out, crypto_hash_BYTES);
    known[which] = 1;
    return r;
}
