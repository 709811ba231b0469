/* SPDX-License-Identifier: CC0-1.0 */
/*
 * F_8 on words of 128 bits, which are just the vectors of most machines: one
 * word a register. The file that includes this one has the type word, load(p)
 * from any address, and the swap of each distance d, SWAP_d(x).
 */
#include "constants.h"
#include "round.h"

#define ROUND(i, SWAP_D)                                                       \
    do {                                                                       \
        word k0 = load(k + 32 * (i)), k1 = load(k + 32 * (i) + 16);            \
        SUBSTITUTE_AND_MIX(k0, k1);                                            \
        b0 = SWAP_D(b0);                                                       \
        b1 = SWAP_D(b1);                                                       \
        b2 = SWAP_D(b2);                                                       \
        b3 = SWAP_D(b3);                                                       \
    } while (0)

void f8(jh_state *h, const uint8_t *in, size_t blocks)
{
    half_state even, odd;
    word a0, a1, a2, a3, b0, b1, b2, b3;

    split(&even, &odd, h);
    a0 = even.w[0][0], a1 = even.w[1][0], a2 = even.w[2][0], a3 = even.w[3][0];
    b0 = odd.w[0][0], b1 = odd.w[1][0], b2 = odd.w[2][0], b3 = odd.w[3][0];

    for (; blocks > 0; blocks--, in += 64) {
        const uint8_t *k = round_constants.bytes;
        const uint8_t *end = k + sizeof round_constants.bytes;

        a0 ^= load(in);
        b0 ^= load(in + 16);
        a1 ^= load(in + 32);
        b1 ^= load(in + 48);
        for (; k != end; k += 7 * 32) {
            ROUND(0, SWAP_1);
            ROUND(1, SWAP_2);
            ROUND(2, SWAP_4);
            ROUND(3, SWAP_8);
            ROUND(4, SWAP_16);
            ROUND(5, SWAP_32);
            ROUND(6, SWAP_64);
        }
        a2 ^= load(in);
        b2 ^= load(in + 16);
        a3 ^= load(in + 32);
        b3 ^= load(in + 48);
    }

    even.w[0][0] = a0, even.w[1][0] = a1, even.w[2][0] = a2, even.w[3][0] = a3;
    odd.w[0][0] = b0, odd.w[1][0] = b1, odd.w[2][0] = b2, odd.w[3][0] = b3;
    join(h, &even, &odd);
}
