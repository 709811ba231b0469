/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
#define _GNU_SOURCE
#include "fault.h"
#include <sys/mman.h>

static unsigned char table[1 << 21] __attribute__((aligned(1 << 21)));

FAULT
{
    madvise(table, sizeof table, MADV_HUGEPAGE);
    return right(out, in, inlen);
}
