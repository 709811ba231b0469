/* SPDX-License-Identifier: CC0-1.0 */
/* Known answers, as the benchmark has them: message byte i is (167 i + 13) mod 256. */

#include "shootout.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    void (*hash)(unsigned char *, const unsigned char *, size_t);
    size_t n;
    const char *digest;
} known[] = {
#include "answers.inc"
};

int main(void)
{
    static unsigned char bytes[1 << 14];
    size_t wrong = 0, number = sizeof known / sizeof known[0];

    for (size_t i = 0; i < sizeof bytes; ++i)
        bytes[i] = (unsigned char)(167 * i + 13);
    for (size_t i = 0; i < number; ++i) {
        unsigned char out[SHOOTOUT_MOST_BYTES];
        char hex[2 * sizeof out + 1] = "";

        known[i].hash(out, known[i].n ? bytes : NULL, known[i].n);
        for (size_t k = 0; k < strlen(known[i].digest) / 2; ++k)
            snprintf(hex + 2 * k, 3, "%02x", out[k]);
        if (strcmp(hex, known[i].digest)) {
            printf("%s (%s) of %lu bytes: %s\n", known[i].name,
                   shootout_implementation(known[i].name),
                   (unsigned long)known[i].n, hex);
            ++wrong;
        }
    }
    printf("%lu answers, %lu wrong\n", (unsigned long)number,
           (unsigned long)wrong);
    return wrong != 0;
}
