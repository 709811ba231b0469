/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SubBytes and ShiftBytes of two rows by GFNI, which has the inversion in AES's
 * field and an affine map after it in one instruction. The map's matrix is
 * AES's, a byte for each bit of the result, the highest bit's first.
 */
#include <stdint.h>

#define AFFINE INT64_C(-0x0e1c3870e0c18308)

#define MASK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                   \
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p

static inline row sub_bytes(row a)
{
    return _mm256_gf2p8affineinv_epi64_epi8(a, _mm256_set1_epi64x(AFFINE),
                                            0x63);
}

/* key + S(the bytes of a that mask names) */
static inline row sub(row a, row mask, row key)
{
    return add(sub_bytes(_mm256_shuffle_epi8(a, mask)), key);
}
