/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SubBytes and ShiftBytes of a row by GFNI, which has the inversion in AES's
 * field and an affine map after it in one instruction. The map's matrix is
 * AES's, a byte for each bit of the result, the highest bit's first.
 */
#include <stdint.h>

#define AFFINE INT64_C(-0x0e1c3870e0c18308)

#define MASK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                   \
    {                                                                          \
        a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p                         \
    }

/* key + S(the bytes of a that mask names) */
static inline row sub(row a, row mask, row key)
{
    row b = _mm_shuffle_epi8(a, mask);

    return add(_mm_gf2p8affineinv_epi64_epi8(b, _mm_set1_epi64x(AFFINE), 0x63),
               key);
}
