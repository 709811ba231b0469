/* SPDX-License-Identifier: CC0-1.0 */
/* What a fault is made of: the right function under another name. */

#include "crypto_hash.h"

int right(unsigned char *out, const unsigned char *in,
          unsigned long long inlen);

#define FAULT                                                                  \
    int crypto_hash(unsigned char *out, const unsigned char *in,               \
                    unsigned long long inlen)

/* Whether this is the program that times: it has more arguments. */
#define TIMED                                                                  \
    static int timed;                                                          \
    __attribute__((constructor)) static void look(int argc)                    \
    {                                                                          \
        timed = argc > 6;                                                      \
    }
