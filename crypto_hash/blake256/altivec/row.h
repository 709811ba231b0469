/* SPDX-License-Identifier: CC0-1.0 */

/* A row of BLAKE-256: four words in an AltiVec register. Memory has words as
   the message has them, the most significant byte first. */

#include "blocks.h"
#include <altivec.h>
#include <string.h>

typedef __vector unsigned char bytes;
typedef __vector unsigned int row;

// clang-format off
#define FOUR_WORDS(x0, x1, x2, x3) {x0, x1, x2, x3}
// clang-format on

#define add vec_add
#define exor vec_xor

/* Words to the left by n places. */
#define turn(x, n) vec_sld(x, x, 4 * (n))

static inline row rotate(row x, unsigned n)
{
    return vec_rl(x, vec_splats(32 - n));
}

/* The words of a block whose bytes are given. */
static inline row four_of(const row m[4], bytes at)
{
    return vec_sel(vec_perm(m[0], m[1], at), vec_perm(m[2], m[3], at),
                   (row)vec_cmpgt(at, vec_splats((unsigned char)31)));
}

/* From and to any address: so through the integer unit. */
static inline row load_row(const void *p)
{
    row x;

    memcpy(&x, p, sizeof x);
    return x;
}

static inline void store_row(word h[4], row x) { memcpy(h, &x, sizeof x); }
