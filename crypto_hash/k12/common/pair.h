/* SPDX-License-Identifier: CC0-1.0 */
/* Two chunks side by side; a leaf alone is faster in its own lanes. Before this
   is included: as for side.h, and LANES is 2. */
#include "leaf.h"

#include "side.h"

unsigned chunks(unsigned char cv[SIDE * CV], uint64_t node[25],
                const unsigned char *in, unsigned long long left)
{
    unsigned n = left < LANES ? (unsigned)left : LANES;

    if (n == 1 && !node)
        leaf(cv, in);
    else
        side(cv, node, in, n);
    return n;
}
