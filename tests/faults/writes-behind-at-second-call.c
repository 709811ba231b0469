/* SPDX-License-Identifier: CC0-1.0 */
/* expect: writes behind its output (second call) */
#include "fault.h"

FAULT
{
    static int calls;
    int r = right(out, in, inlen);

    if (calls++ % 3 == 1)
        out[crypto_hash_BYTES] ^= 1;
    return r;
}
