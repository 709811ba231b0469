/* SPDX-License-Identifier: CC0-1.0 */
/* Hashes messages that valgrind takes for undefined: it complains about every
   branch and every index that depends on one. The idea is Langley's ctgrind. */
#include <stdlib.h>
#include <valgrind/memcheck.h>

#include "crypto_hash.h"

static const unsigned long long LENGTHS[] = {0, 8, 64, 111, 129, 300, 1000};

int main(void)
{
    static unsigned char message[1000], digest[64];
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; ++i) {
        VALGRIND_MAKE_MEM_UNDEFINED(message, sizeof message);
        VALGRIND_MAKE_MEM_UNDEFINED(digest, sizeof digest);
        if (crypto_hash(digest, message, LENGTHS[i]))
            return 1;
    }
    return RUNNING_ON_VALGRIND ? 0 : 2;
}
