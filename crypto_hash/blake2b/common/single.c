/* SPDX-License-Identifier: CC0-1.0 */

/* One block of a leaf after the other, as they come in the message. */

#include <string.h>

#include "blocks.h"

void leaves(value cv[LEAVES], const unsigned char *in, unsigned long long inlen)
{
    const unsigned long long blocks =
        inlen / BLOCK_BYTES + (inlen % BLOCK_BYTES > 0);
    word h[LEAVES][8];

    for (unsigned n = 0; n < LEAVES; n++)
        for (int i = 0; i < 8; i++)
            h[n][i] = initial(i, n, 0);

    for (unsigned long long j = 0; j < blocks || j < LEAVES; j++) {
        const unsigned n = (unsigned)(j % LEAVES);
        const size_t bytes = inlen < BLOCK_BYTES ? (size_t)inlen : BLOCK_BYTES;
        const word last = j + LEAVES >= blocks ? (word)-1 : 0;
        const unsigned long long t = j / LEAVES * BLOCK_BYTES + bytes;
        unsigned char block[BLOCK_BYTES] = {0};

        if (bytes == BLOCK_BYTES) {
            compress(h[n], in, t, last, n == LEAVES - 1 ? last : 0);
            in += BLOCK_BYTES;
        } else {
            if (bytes > 0) /* else in may be null */
                memcpy(block, in, bytes);
            compress(h[n], block, t, last, n == LEAVES - 1 ? last : 0);
        }
        inlen -= bytes;
    }

    for (unsigned n = 0; n < LEAVES; n++)
        for (int i = 0; i < 8; i++)
            store_le(cv[n] + i * WORD_BYTES, h[n][i]);
}
