/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SubBytes and ShiftBytes of two rows by AES-NI, for processors whose AES
 * instructions have 16 bytes only. The one for AES's last round permutes them
 * (ShiftRows), takes them through the S-box and adds a key. MASK undoes that
 * permutation, byte k to 5k mod 16, beforehand.
 */
#define MASK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                   \
    a, n, k, h, e, b, o, l, i, f, c, p, m, j, g, d

/* key + S(the bytes of a that mask names) */
static inline row sub(row a, row mask, row key)
{
    row b = _mm256_shuffle_epi8(a, mask);

    return halves(_mm_aesenclast_si128(low(b), low(key)),
                  _mm_aesenclast_si128(high(b), high(key)));
}
