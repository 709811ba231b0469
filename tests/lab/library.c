/* SPDX-License-Identifier: CC0-1.0 */
/* What `try` tests, of the library: a FUNCTION, on a processor with the
 * extensions HERE, where the answer also depends on whether the CHOICE was made
 * that is expected. */

#include "choose.h"
#include "shootout.h"

#include <stdlib.h>

static void (*function)(unsigned char *, const unsigned char *, size_t);
static int other; /* whether another choice was made than is expected */

uint32_t shootout_cpu(char vendor[13])
{
    memset(vendor, 0, 13);
    return (uint32_t)strtoul(getenv("HERE"), NULL, 10);
}

static int call(unsigned char *out, const unsigned char *in,
                unsigned long long n)
{
    function(out, in, (size_t)n);
    return other;
}

struct {
    hash *hash;
    unsigned bytes;
} subject = {call, 0}; /* not constant, unlike subject.h's */

#define TAKE(f, size)                                                          \
    if (!strcmp(getenv("FUNCTION"), #f)) {                                     \
        function = shootout_##f;                                               \
        subject.bytes = size;                                                  \
    }
__attribute__((constructor)) static void start(void)
{
    SHOOTOUT_FUNCTIONS(TAKE)
    /* Not within a traced call: strcmp reads more of the stack than the vendor,
       and what the hash left there of the message gets into its masks. */
    other = strcmp(shootout_implementation(getenv("FUNCTION")),
                   getenv("CHOICE")) != 0;
}
