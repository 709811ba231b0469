/* SPDX-License-Identifier: CC0-1.0 */
/* Reads messages, each behind a line with its length; prints their digests. */
#include "crypto_hash.h"

#include <stdio.h>

int main(void)
{
    static unsigned char message[8192], digest[crypto_hash_BYTES];
    unsigned n;

    while (scanf("%u", &n) == 1) {
        if (n > sizeof message || getchar() != '\n' ||
            fread(message, 1, n, stdin) != n)
            return 2;
        if (crypto_hash(digest, message, n))
            return 1;
        for (size_t i = 0; i < sizeof digest; ++i)
            printf("%02x", digest[i]);
        printf("\n");
    }
    return 0;
}
