/* SPDX-License-Identifier: CC0-1.0 */

/* A file of its own, because a compiler that knows where the words come from
   takes them out of vectors again, one by one. */

#include "message.h"

void message(word m[16], const unsigned char *in)
{
    for (int i = 0; i < 16; i++)
        m[i] = load_le(in + WORD_BYTES * i);
}
