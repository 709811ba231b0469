/* SPDX-License-Identifier: CC0-1.0 */

/* A row of BLAKE-512 from four words with the least significant byte first. */

#include "row.h"

static inline row load_little(const unsigned char *p)
{
    const bytes high = {7,  6,  5,  4,  15, 14, 13, 12,
                        23, 22, 21, 20, 31, 30, 29, 28};
    const bytes low = {3,  2,  1,  0,  11, 10, 9,  8,
                       19, 18, 17, 16, 27, 26, 25, 24};
    words x[2];

    memcpy(x, p, sizeof x);
    return (row){vec_perm(x[0], x[1], high), vec_perm(x[0], x[1], low)};
}
