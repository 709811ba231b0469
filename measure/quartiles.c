/* SPDX-License-Identifier: CC0-1.0 */
/* The middle of samples, and their spread; see quartiles.h. */

#include "quartiles.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static void sort(int64_t *sorted, const int64_t *sample, unsigned n)
{
    memcpy(sorted, sample, n * sizeof *sample);
    qsort(sorted, n, sizeof *sorted, ascending);
}

int64_t stq2(const int64_t *sample, unsigned n)
{
    int64_t sorted[QUARTILES_MOST], sum = 0, size;

    sort(sorted, sample, n);
    for (unsigned i = 3 * n; i < 5 * n; ++i)
        sum += sorted[i / 8];
    size = ((sum < 0 ? -sum : sum) * 2 + 2 * n - 1) / (4 * n);
    return sum < 0 ? -size : size;
}

double spread(const int64_t *sample, unsigned n, double least)
{
    int64_t sorted[QUARTILES_MOST];
    double apart;

    sort(sorted, sample, n);
    apart = (double)(sorted[3 * n / 4] - sorted[n / 4]);
    return apart <= least || sorted[n / 2] <= 0 ? 0
                                                : apart / (double)sorted[n / 2];
}
