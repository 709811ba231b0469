/* SPDX-License-Identifier: CC0-1.0 */

/* A row of BLAKE-256 from four words with the least significant byte first. */

#include "row.h"

static inline row load_little(const unsigned char *p)
{
    const bytes reversed = {3,  2,  1, 0, 7,  6,  5,  4,
                            11, 10, 9, 8, 15, 14, 13, 12};
    const row x = load_row(p);

    return vec_perm(x, x, reversed);
}
