/* SPDX-License-Identifier: CC0-1.0 */
/*
 * SubBytes and ShiftBytes of a row by shuffles, which look 16 bytes up in a
 * table of 16 (Hamburg, "Accelerating AES with vector permute instructions",
 * CHES 2009). The time is the same for all data.
 *
 * A byte is written x = i t + k with i and k of the field of 16 elements, and
 * t^2 + a t + a = 0: here g^4 = g + 1, a = g^3 + g, in AES's field g = 5c and
 * t = 34. With n = k^2 + aik + ai^2, the norm of x, and j = i + k
 *
 *     n / (k + ai) = j + 1 / (1/i + a/k)     and 1/x = (k + ai)/n + i t/n
 *     n / (k + aj) = i + 1 / (1/j + a/k)     where i/n is a sum of multiples
 *
 * of (k + ai)/n and (k + aj)/n. So after four inversions in the small field
 * the rest, AES's affine map included, is a table for each of the two lines. 80
 * stands for 1/0: a shuffle takes whatever has the top bit to 0 = 1/(1/0).
 *
 * This is for cores without AES. A Redwood Cove has three vector pipes, where a
 * Zen 3 has four, and three loads a cycle: portable C that looks bytes up in
 * memory is faster there, but its time is not the same for all data.
 */
#define MASK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                   \
    {                                                                          \
        a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p                         \
    }

/* 16i + k for low and high four bits of a byte */
static const byte ik_low[16] = {
    0x00, 0x01, 0xb3, 0xb2, 0x50, 0x51, 0xe3, 0xe2,
    0x5a, 0x5b, 0xe9, 0xe8, 0x0a, 0x0b, 0xb9, 0xb8,
};
static const byte ik_high[16] = {
    0x00, 0x77, 0x37, 0x40, 0x7f, 0x08, 0x48, 0x3f,
    0x4c, 0x3b, 0x7b, 0x0c, 0x33, 0x44, 0x04, 0x73,
};

/* 1/x and a/x */
static const byte one_over[16] = {
    0x80, 0x01, 0x09, 0x0e, 0x0d, 0x0b, 0x07, 0x06,
    0x0f, 0x02, 0x0c, 0x05, 0x0a, 0x04, 0x03, 0x08,
};
static const byte a_over[16] = {
    0x80, 0x0a, 0x05, 0x06, 0x0b, 0x02, 0x03, 0x09,
    0x0c, 0x07, 0x01, 0x04, 0x08, 0x0e, 0x0d, 0x0f,
};

/* What n/(k + ai) and n/(k + aj) add to S(x) + 63 */
static const byte from_i[16] = {
    0x00, 0xfa, 0x5f, 0x41, 0x90, 0x74, 0x1e, 0xe4,
    0xbb, 0x2b, 0x6a, 0x35, 0x8e, 0xcf, 0xd1, 0xa5,
};
static const byte from_j[16] = {
    0x00, 0x81, 0xef, 0x7c, 0xf7, 0xe5, 0x93, 0x12,
    0xfd, 0x0a, 0x76, 0x99, 0x64, 0x18, 0x8b, 0x6e,
};

static inline row look_up(const byte table[16], row a)
{
    return _mm_shuffle_epi8(load(table), a);
}

static inline row low_bits(row a) { return _mm_and_si128(a, every(15)); }

/* key + S(the bytes of a that mask names) */
static inline row sub(row a, row mask, row key)
{
    row b = _mm_shuffle_epi8(a, mask);
    row x = add(look_up(ik_low, low_bits(b)),
                look_up(ik_high, low_bits(_mm_srli_epi16(b, 4))));
    row k = low_bits(x), i = low_bits(_mm_srli_epi16(x, 4)), j = add(i, k);
    row ak = look_up(a_over, k);
    row ni = add(j, look_up(one_over, add(look_up(one_over, i), ak)));
    row nj = add(i, look_up(one_over, add(look_up(one_over, j), ak)));

    return add(add(look_up(from_i, ni), look_up(from_j, nj)),
               add(key, every(0x63)));
}
