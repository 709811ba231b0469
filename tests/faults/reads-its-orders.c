/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#include "fault.h"

/* Wrong if a constructor is told the seed of the messages that will be timed:
   all the work could be done before. */
static int told;

__attribute__((constructor)) static void look(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
        told |= argv[i][0] != 0;
}

FAULT
{
    int r = right(out, in, inlen);

    out[0] ^= (unsigned char)told;
    return r;
}
