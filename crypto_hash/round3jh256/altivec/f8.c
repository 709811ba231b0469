/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Bit-sliced JH with AltiVec, in 21 of its 32 registers: the state, the block,
 * and what the swaps take. Operations a round: 19 for each S-box, 10 for L, and
 * for the swaps 12, 12 and then 4 each, as vrlb, vrlh, vrlw, vperm and vsldoi
 * exchange neighbours from 4 bits on, and vsel puts the bits of two shifted
 * words together. Floor: 380 operations for seven rounds, with 14 loads of
 * constants 36.9 instructions a byte.
 */
#include "jh.h"
#include <altivec.h>
#include <string.h>

typedef __vector unsigned char word;
typedef __vector unsigned short halves;
typedef __vector unsigned int words;

#define SWAP_BITS(x, d, low)                                                   \
    vec_sel(vec_sl(x, vec_splat_u8(d)), vec_sr(x, vec_splat_u8(d)),            \
            vec_splats((unsigned char)(low)))
#define SWAP_1(x) SWAP_BITS(x, 1, 0x55)
#define SWAP_2(x) SWAP_BITS(x, 2, 0x33)
#define SWAP_4(x) vec_rl(x, vec_splat_u8(4))
#define SWAP_8(x) ((word)vec_rl((halves)(x), vec_splat_u16(8)))
#define SWAP_16(x) ((word)vec_rl((words)(x), vec_splats(16U)))
#define SWAP_32(x)                                                             \
    vec_perm(x, x, (word){4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11})
#define SWAP_64(x) vec_sld(x, x, 8)

/* From any address: so through the integer unit. */
static inline word load(const uint8_t *p)
{
    word x;

    memcpy(&x, p, sizeof x);
    return x;
}

#include "words.h"
