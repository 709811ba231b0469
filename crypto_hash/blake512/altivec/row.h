/* SPDX-License-Identifier: CC0-1.0 */

/* A row of BLAKE-512: the high halves of four words in an AltiVec register, the
   low ones in another, as AltiVec has no operations on 64 bits. To add takes 4
   of its operations, to rotate 4, or none by half a word.
   Floor: a round is 148 operations, of which 48 are for 16 words of the message
   and their constants: 18.5 instructions a byte. */

#include "blocks.h"
#include <altivec.h>
#include <string.h>

typedef __vector unsigned char bytes;
typedef __vector unsigned int words;
typedef struct {
    words high, low;
} row;

// clang-format off
#define HALVES(half, x0, x1, x2, x3) {half(x0), half(x1), half(x2), half(x3)}
#define HIGH(x) ((uint32_t)((x) >> 32))
#define LOW(x) ((uint32_t)((x) & 0xffffffff))
#define FOUR_WORDS(x0, x1, x2, x3) \
    {HALVES(HIGH, x0, x1, x2, x3), HALVES(LOW, x0, x1, x2, x3)}
// clang-format on

static inline row add(row x, row y)
{
    words carry = vec_addc(x.low, y.low);

    return (row){vec_add(vec_add(x.high, y.high), carry),
                 vec_add(x.low, y.low)};
}

static inline row exor(row x, row y)
{
    return (row){vec_xor(x.high, y.high), vec_xor(x.low, y.low)};
}

/* Words to the left by n places. */
#define turn(x, n)                                                             \
    ((row){vec_sld((x).high, (x).high, 4 * (n)),                               \
           vec_sld((x).low, (x).low, 4 * (n))})

/* 32 of n bits exchange the halves. By the rest each half is rotated, and its
   upper bits go to the other. */
static inline row rotate(row x, unsigned n)
{
    const row y = n < 32 ? x : (row){x.low, x.high};
    words left = vec_splats(32 - n % 32),
          own = vec_splats(0xffffffff >> n % 32);
    words high = vec_rl(y.high, left), low = vec_rl(y.low, left);

    if (n % 32 == 0)
        return y;
    return (row){vec_sel(low, high, own), vec_sel(high, low, own)};
}

/* The words of a block whose high halves in m[i].high are the bytes given. */
static inline row four_of(const row m[4], bytes at)
{
    words second = (words)vec_cmpgt(at, vec_splats((unsigned char)31));

    return (row){vec_sel(vec_perm(m[0].high, m[1].high, at),
                         vec_perm(m[2].high, m[3].high, at), second),
                 vec_sel(vec_perm(m[0].low, m[1].low, at),
                         vec_perm(m[2].low, m[3].low, at), second)};
}

/* From and to any address: so through the integer unit. */
static inline row load_row(const void *p)
{
    const bytes high = {0,  1,  2,  3,  8,  9,  10, 11,
                        16, 17, 18, 19, 24, 25, 26, 27};
    const bytes low = {4,  5,  6,  7,  12, 13, 14, 15,
                       20, 21, 22, 23, 28, 29, 30, 31};
    words x[2];

    memcpy(x, p, sizeof x);
    return (row){vec_perm(x[0], x[1], high), vec_perm(x[0], x[1], low)};
}

static inline void store_row(word h[4], row x)
{
    const words y[2] = {vec_mergeh(x.high, x.low), vec_mergel(x.high, x.low)};

    memcpy(h, y, sizeof y);
}
