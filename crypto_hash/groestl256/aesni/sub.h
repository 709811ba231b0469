/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SubBytes and ShiftBytes of a row by AES-NI. The instruction for AES's last
 * round permutes the bytes (ShiftRows), takes them through the S-box and adds a
 * key. MASK undoes that permutation, byte k to 5k mod 16, beforehand.
 */
#include <wmmintrin.h>

#define MASK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                   \
    {                                                                          \
        a, n, k, h, e, b, o, l, i, f, c, p, m, j, g, d                         \
    }

/* key + S(the bytes of a that mask names) */
static inline row sub(row a, row mask, row key)
{
    return _mm_aesenclast_si128(_mm_shuffle_epi8(a, mask), key);
}
