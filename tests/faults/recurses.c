/* SPDX-License-Identifier: CC0-1.0 */
/* expect: dies of SIGSEGV */
#include "fault.h"

FAULT
{
    volatile char room[4096];

    room[0] = 1;
    return crypto_hash(out, in, inlen) + room[0];
}
