/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#include "fault.h"

/* As reads-its-orders, but when it is called, where the arguments are no more
   than the numbers that it finds out anyway. */
static char **words;
static int many;

__attribute__((constructor)) static void look(int argc, char **argv)
{
    words = argv;
    many = argc;
}

FAULT
{
    int r = right(out, in, inlen);

    if (many > 7) /* measure COUNTER STEP GROUP SAMPLES PACE PATIENCE SEED */
        for (const char *c = words[7]; *c; ++c)
            out[0] ^= *c != '0';
    return r;
}
