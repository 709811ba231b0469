/* SPDX-License-Identifier: CC0-1.0 */

/* A file of its own, because a compiler that knows where the words come from
   takes them out of vectors again, one by one. */

#include "pairs.h"

void message(uint64_t m[16], const unsigned char *in0, const unsigned char *in1)
{
    for (int i = 0; i < 16; i++)
        m[i] = pair_of(load_be(in0 + WORD_BYTES * i),
                       load_be(in1 + WORD_BYTES * i));
}
