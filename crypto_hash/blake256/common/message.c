/* SPDX-License-Identifier: CC0-1.0 */

/* The words of a block, for BLAKE, BLAKE2 and BLAKE3: LOAD has their order of
   bytes. A file of its own, because a compiler that knows where the words come
   from takes them out of vectors again, one by one. */

#include "blocks.h"

void message(word m[16], const unsigned char *in)
{
    for (int i = 0; i < 16; i++)
        m[i] = LOAD(in + WORD_BYTES * i);
}
