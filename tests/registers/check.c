/* SPDX-License-Identifier: CC0-1.0 */
/* Calls an implementation with a pattern in every register that it must keep.
 */
#include <stdint.h>
#include <stdio.h>

#include "crypto_hash.h"

#define MOST 64

/* Loads POISON + i into the i-th register that a call must keep (garbage into
   the others), calls crypto_hash, and stores what the registers hold then.
   Returns how many they are; the stack is aligned as the ABI has it. */
int poisoned(unsigned char *out, const unsigned char *in,
             unsigned long long inlen, uintptr_t after[MOST]);

static const unsigned long long LENGTHS[] = {0,   8,    64,   135,
                                             200, 1000, 4099, 41216};

int main(void)
{
    static unsigned char message[41300], digest[crypto_hash_BYTES + 8];
    for (unsigned i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; ++i) {
        uintptr_t after[MOST];
        int n = poisoned(digest + i % 5, message + i % 3, LENGTHS[i], after);
        for (int k = 0; k < n; ++k)
            if (after[k] != POISON + (unsigned)k) {
                printf("%llu bytes: register %d of those kept is changed\n",
                       LENGTHS[i], k);
                return 1;
            }
        printf("%d registers kept\n", n);
    }
    return 0;
}
