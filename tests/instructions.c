/* SPDX-License-Identifier: CC0-1.0 */
/* Hashes a message of MLEN bytes when there is an argument, else none: what the
   two runs differ by are the call's instructions. */
#include "crypto_hash.h"

int main(int argc, char **argv)
{
    static unsigned char message[MLEN], digest[crypto_hash_BYTES];
    (void)argv;
    return argc > 1 ? crypto_hash(digest, message, sizeof message) : 0;
}
