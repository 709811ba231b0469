/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: wrong digest of another message */
#include "fault.h"
#include <string.h>

TIMED

FAULT
{
    if (timed) {
        memset(out, (int)inlen, crypto_hash_BYTES);
        return 0;
    }
    return right(out, in, inlen);
}
