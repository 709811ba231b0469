/* SPDX-License-Identifier: CC0-1.0 */

/* Every fast BLAKE2sp and BLAKE2bp: the root after the leaves. Read on in
   blocks.h, then single.c, or lanes.c with lanes.h or rotations.h and
   row64_*.h, then compress.c and round.h. */

#include "blocks.h"
#include "crypto_hash.h"

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    value cv[LEAVES];
    const unsigned char *const node = cv[0];
    word h[8];

    leaves(cv, in, inlen);
    for (int i = 0; i < 8; i++)
        h[i] = initial(i, 0, 1);
    for (unsigned t = BLOCK_BYTES; t <= sizeof cv; t += BLOCK_BYTES) {
        const word last = t == sizeof cv ? (word)-1 : 0;

        compress(h, node + (t - BLOCK_BYTES), t, last, last);
    }
    for (int i = 0; i < 8; i++)
        store_le(out + i * WORD_BYTES, h[i]);
    return 0;
}
