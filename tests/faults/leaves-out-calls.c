/* SPDX-License-Identifier: CC0-1.0 */
/* expect: timed: is faster on a message that it had before */
#include "fault.h"

/* Two of three calls for the message before leave the digest as it is. */
static const unsigned char *place;
static unsigned long long length;
static unsigned times;

FAULT
{
    times = in == place && inlen == length && in != out ? times + 1 : 0;
    place = in;
    length = inlen;
    if (times > 2 && times % 3)
        return 0;
    return right(out, in, inlen);
}
