/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The null hash: what a call and two readings of the counter cost. It is
 * measured like every other function and published beside them, so that
 * anybody can subtract it.
 */

#include "crypto_hash.h"

int crypto_hash(unsigned char *out, const unsigned char *in,
                unsigned long long inlen)
{
    (void)out;
    (void)in;
    (void)inlen;
    return 0;
}
