/* SPDX-License-Identifier: CC0-1.0 */

/* One chunk and one parent after the other. */

#include "blocks.h"

void leaves(value cv[], const unsigned char *in, size_t inlen, uint64_t t)
{
    for (; inlen > CHUNK_BYTES; inlen -= CHUNK_BYTES, in += CHUNK_BYTES)
        leaf(*cv++, in, CHUNK_BYTES, t++, 0);
    leaf(*cv, in, inlen, t, 0);
}

void parents(value cv[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        parent(cv[i], (const value *)cv + 2 * i, 0);
}
