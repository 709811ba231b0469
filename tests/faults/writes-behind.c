/* SPDX-License-Identifier: CC0-1.0 */
/* expect: writes behind its output */
#include "fault.h"

FAULT
{
    int r = right(out, in, inlen);

    out[crypto_hash_BYTES] ^= 1;
    return r;
}
