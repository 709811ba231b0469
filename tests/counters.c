/* SPDX-License-Identifier: CC0-1.0 */
/* BLAKE's compression function, each time of three blocks, the first of which
   ends after so many bytes of a message as a word of the command line says. */
#include "blocks.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    static unsigned char in[3 * BLOCK_BYTES];

    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (unsigned char)(i * i + 3 * i);
    for (int k = 1; k < count; k++) {
        word h[8];

        for (unsigned i = 0; i < 8; i++)
            h[i] = (word)i * 0x9e3779b9u + 1;
        blocks(h, in, 3, strtoull(words[k], 0, 10));
        for (int i = 0; i < 8; i++)
            printf("%llx ", (unsigned long long)h[i]);
        puts("");
    }
    return 0;
}
