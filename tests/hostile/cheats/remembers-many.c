/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
/* gains: nothing, as above, also where a sample has many calls */
#include "fault.h"
#include <stdint.h>
#include <string.h>

#define MANY 4096
#define LONGEST 4096

/* Right for every message, and fast for thousands of those that it has had:
   those of the samples before, where a counter is so slow that a sample has
   many calls, and of a group that was timed before. */
static struct {
    unsigned char message[LONGEST], digest[crypto_hash_BYTES];
    unsigned long long bytes; /* and one more */
} known[MANY];

FAULT
{
    uint32_t key = (uint32_t)inlen;
    int r;

    if (inlen > LONGEST)
        return right(out, in, inlen);
    for (unsigned i = 0; i < 8 && i < inlen; ++i)
        key = (key ^ in[i]) * 16777619u;
    key = (key ^ key >> 15) % MANY;
    if (known[key].bytes == inlen + 1 &&
        !memcmp(in, known[key].message, inlen)) {
        memcpy(out, known[key].digest, crypto_hash_BYTES);
        return 0;
    }
    memcpy(known[key].message, in, inlen);
    known[key].bytes = inlen + 1;
    r = right(out, in, inlen);
    memcpy(known[key].digest, out, crypto_hash_BYTES);
    return r;
}
