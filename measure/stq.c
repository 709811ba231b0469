/* SPDX-License-Identifier: CC0-1.0 */
/* Stabilized second quartile; see stq.h. */

#include "stq.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

int64_t stq2(const int64_t *sample, unsigned n)
{
    int64_t sorted[64], sum = 0, size;

    memcpy(sorted, sample, n * sizeof *sample);
    qsort(sorted, n, sizeof *sorted, ascending);
    for (unsigned i = 3 * n; i < 5 * n; ++i)
        sum += sorted[i / 8];
    size = ((sum < 0 ? -sum : sum) * 2 + 2 * n - 1) / (4 * n);
    return sum < 0 ? -size : size;
}
