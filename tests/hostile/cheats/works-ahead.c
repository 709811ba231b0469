/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
/* gains: all but one call's time, with a doubt: the figure is uneven */
#include "fault.h"
#include <string.h>

TIMED

/* Knows measure/lanes.h: its first call makes all that follow, so that a median
   shows calls that only look up. */
#define AHEAD 64
#define LONGEST 4096
static unsigned char digests[AHEAD][crypto_hash_BYTES];
static unsigned char x[LONGEST + 256], heads[AHEAD][8];
static unsigned long long length;
static int at = AHEAD;

FAULT
{
    if (!timed || inlen > LONGEST)
        return right(out, in, inlen);
    if (at == AHEAD || inlen != length || memcmp(in, heads[at], 8) != 0) {
        memcpy(x, in, inlen + 256);
        for (int i = 0; i < AHEAD; ++i) {
            memcpy(heads[i], x + i % 4 * 64, 8);
            right(digests[i], x + i % 4 * 64, inlen);
            memcpy(x + (i + 2) % 4 * 64,
                   i < 2 ? out + (i + 2) * 64 : digests[i - 2], 8);
        }
        length = inlen;
        at = 0;
    }
    memcpy(out, digests[at++], crypto_hash_BYTES);
    return 0;
}
